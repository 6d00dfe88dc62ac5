import { getAnswer, quoted, replayAnswer, type AnswerComparison, type ReplayReport } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { milliseconds, percent } from '../render/format-text.js';
import { renderFlight } from '../render/render-trace.js';
import type { Colours } from '../terminal/terminal.js';

export interface ReplayOptions {
  readonly live?: boolean;
  readonly prompts?: boolean;
}

/** Shows an answer step by step, and makes it once more. */
export async function replay(
  id: string,
  { live = false, prompts = false }: ReplayOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { signal } = context.interruption;
  // A live answer is kept like any other.
  return withLibrary(context, { writes: live }, async (library) => {
    const record = await library.request(getAnswer, { answerId: id }, { signal });
    const report = await library.request(replayAnswer, { answerId: id, live }, { signal });
    const { outColours } = context.terminal;
    printResult(
      context,
      { record, report },
      () => `${renderFlight(record, outColours, { prompts })}\n${renderReplay(report, outColours)}`,
    );
    return report.verdict === 'same' ? EXIT.ok : EXIT.failed;
  });
}

/** Longest value of a difference that is shown, in characters. */
const SHOWN_VALUE = 160;

/** What came of making an answer once more. */
export function renderReplay(report: ReplayReport, colours: Colours): string {
  const { live, verdict, error, comparison } = report;
  const isSame = verdict === 'same';
  const how = live ? 'Asked again today' : 'Run again from the record, without asking anybody';
  const what = isSame ? 'the same answer' : 'another answer';
  const lines = [colours[isSame ? 'green' : 'yellow'](`${how}: ${isSame && error ? 'the same failure' : what}.`)];
  if (!isSame) lines.push(...renderDeparture(report));
  if (error && !isSame) lines.push(`it failed: ${error.code}: ${error.message}`);
  if (comparison) lines.push(...renderComparison(comparison));
  if (live && report.answer) lines.push(colours.dim(`Kept as ${report.answer.id}.`));
  return `${lines.join('\n')}\n`;
}

function renderDeparture({ firstDifference, missing, unused }: ReplayReport): string[] {
  const lines: string[] = [];
  if (firstDifference) {
    const { path, before, now } = firstDifference;
    lines.push(`first at ${path}:`, `  before  ${shown(before)}`, `  now     ${shown(now)}`);
  }
  for (const { name, input } of missing.slice(0, 3)) lines.push(`not in the record: ${name} ${shown(input)}`);
  if (unused > 0) lines.push(`recorded calls that were not made: ${unused}`);
  return lines;
}

function renderComparison({ status, confidence, sameText, citations, claims, durationMs, calls }: AnswerComparison) {
  const sure = (value: number | null): string => (value === null ? 'unchecked' : percent(value));
  return [
    `status      ${status.before} → ${status.now}`,
    `text        ${sameText ? 'the same' : 'another'}`,
    `confidence  ${sure(confidence.before)} → ${sure(confidence.now)}`,
    `duration    ${milliseconds(durationMs.before)} → ${milliseconds(durationMs.now)}`,
    ...citations.lost.map(({ source, quote }) => `- cites     ${source}: ${quoted(quote)}`),
    ...citations.gained.map(({ source, quote }) => `+ cites     ${source}: ${quoted(quote)}`),
    ...claims.lost.map((claim) => `- claims    ${claim}`),
    ...claims.gained.map((claim) => `+ claims    ${claim}`),
    ...calls
      .filter(({ before, now }) => before !== now)
      .map(({ name, before, now }) => `calls       ${name}: ${before} → ${now}`),
  ];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE).toWellFormed()}…` : text;
}
