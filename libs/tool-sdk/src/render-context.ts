import { fairShare } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import type { EnvironmentResult } from './environment-snapshot.js';

/** A result with less room than this says nothing; rather fewer results are shown. */
const SMALLEST_RESULT = 48;
const GAP = '\n\n';

/** Estimates of results, which never change: an agent asks before every decision. */
const TOKENS = new WeakMap<EnvironmentResult, number>();

/** Tokens of a result when it is shown whole, with the gap to the next. */
export function tokensOf(result: EnvironmentResult): number {
  const known = TOKENS.get(result);
  if (known !== undefined) return known;
  const tokens = estimateTokens([headOf(result), ...result.objects.map(lineOf)].join('\n') + GAP);
  TOKENS.set(result, tokens);
  return tokens;
}

/** See `Environment.toLlmContext`. The sum of the parts' estimates is at least that of the whole text. */
export function renderContext(results: readonly EnvironmentResult[], maxTokens: number): string {
  const total = results.reduce((sum, each) => sum + tokensOf(each), 0);
  if (total <= maxTokens)
    return inTurn(results)
      .map((each) => render(each, Infinity).text)
      .join(GAP);

  const objects = count(results);
  const room = maxTokens - estimateTokens(noteOf(objects, objects, results.length, results.length));
  if (room < 0) return '';
  const shown = inTurn(results).slice(0, Math.floor(room / SMALLEST_RESULT));
  const rendered = shareOut(shown, room).map(({ result, share }) => render(result, share));
  const left = objects - rendered.reduce((sum, { shown }) => sum + shown, 0);
  const note = noteOf(left, objects, results.length - rendered.length, results.length);
  return [...rendered.map(({ text }) => text), note].join(GAP);
}

/** The newest of every tool, then the second newest of every tool, and so on; tools by their newest result. */
function inTurn(results: readonly EnvironmentResult[]): EnvironmentResult[] {
  const newestFirst = [...results].sort((a, b) => b.sequence - a.sequence);
  const turnsOf = new Map<string, number>();
  return newestFirst
    .map((result) => {
      const turn = turnsOf.get(result.tool) ?? 0;
      turnsOf.set(result.tool, turn + 1);
      return { result, turn };
    })
    .sort((a, b) => a.turn - b.turn || b.result.sequence - a.result.sequence)
    .map(({ result }) => result);
}

/** Tokens for each result: tools may have the same, and so may the results of one; what one does not need others get. */
function shareOut(
  results: readonly EnvironmentResult[],
  room: number,
): { readonly result: EnvironmentResult; readonly share: number }[] {
  const byTool = new Map<string, number[]>();
  for (const each of results) byTool.set(each.tool, [...(byTool.get(each.tool) ?? []), tokensOf(each)]);
  const needs = [...byTool].map(([tool, sizes]) => ({ tool, sizes, need: sizes.reduce((sum, size) => sum + size, 0) }));
  const perTool = fairShare(
    needs.map(({ need }) => need),
    room,
  );
  const perResult = new Map(needs.map(({ tool, sizes, need }) => [tool, fairShare(sizes, Math.min(need, perTool))]));
  return results.map((result) => ({ result, share: Math.min(tokensOf(result), perResult.get(result.tool) ?? 0) }));
}

function render(result: EnvironmentResult, share: number): { readonly text: string; readonly shown: number } {
  const head = cutToTokens(headOf(result), share - estimateTokens(GAP));
  let left = share - estimateTokens(head + GAP);
  const lines = [head];
  let shown = 0;
  for (const object of result.objects) {
    const line = `\n${lineOf(object)}`;
    const cost = estimateTokens(line);
    if (cost > left) {
      const part = cutToTokens(line, left);
      if (part !== '') lines.push(part.trimStart());
      break;
    }
    lines.push(line.slice(1));
    left -= cost;
    shown += 1;
  }
  return { text: lines.join('\n'), shown };
}

function headOf({ tool, name, message }: EnvironmentResult): string {
  return `[${tool} / ${name}] ${message}`;
}

function lineOf(object: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(object);
}

function count(results: readonly EnvironmentResult[]): number {
  return results.reduce((sum, { objects }) => sum + objects.length, 0);
}

function noteOf(objects: number, ofObjects: number, results: number, ofResults: number): string {
  return `[left out or cut for want of room: ${objects} of ${ofObjects} objects; ${results} of ${ofResults} results not shown at all]`;
}

/** Fewer tokens than this of something longer say nothing. */
const SHORTEST_PART = 12;
const ELLIPSIS = '…';

/**
 * The beginning of a text, with "…" where it was cut.
 *
 * @param maxTokens by `estimateTokens`, the "…" included
 * @returns the text as it is where it fits; '' where there is too little room for a part that says something
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const room = maxTokens - estimateTokens(ELLIPSIS);
  if (room < SHORTEST_PART) return '';
  let part = text;
  for (let tokens = estimateTokens(part); tokens > room; tokens = estimateTokens(part)) {
    part = part.slice(0, Math.floor((part.length * room) / tokens));
  }
  // A pair of surrogates may have been cut in two.
  return part.toWellFormed().replace(/\uFFFD$/, '') + ELLIPSIS;
}
