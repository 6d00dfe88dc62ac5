import {
  AgentRun,
  Answer,
  describeContext,
  ModelCall,
  unpackTexts,
  type AnswerRecord,
  type FlightRecord,
  type RecordedCall,
} from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { describeInput, describeOutput, isBookkeeping } from './describe-call.js';
import { clipped, renderCosts, milliseconds } from './format-text.js';
import { renderAnswer } from './render-answer.js';

export interface FlightView {
  /** Whether what language models were asked is shown whole; else the beginning of each text. */
  readonly prompts?: boolean;
}

/** An answer step by step, as its record has it: what was asked, each call and what came of it, and the answer. */
export function renderFlight(record: AnswerRecord, colours: Colours, view: FlightView = {}): string {
  const { flight } = record;
  const lines = [...renderHead(record, colours), ''];
  if (flight) {
    lines.push(...renderCalls(flight, colours, view), '');
    if (flight.cut) lines.push(colours.yellow(describeCut(flight.cut)), '');
  } else {
    const { redacted } = record;
    const reason = redacted
      ? `Documents that it read were deleted at ${redacted.at}${redacted.jobId === null ? '' : ` by job ${redacted.jobId}`}; its calls went with them.`
      : 'Kept by another version, without its calls.';
    lines.push(colours.yellow(reason), '');
  }
  const answer = answerOf(record);
  const end = answer ? renderAnswer(answer, colours) : `${renderEnd(record, colours)}\n`;
  return `${lines.join('\n')}\n${end}`;
}

/** Only the calls, for an answer that has just been shown. */
export function renderTrace({ flight }: AnswerRecord, colours: Colours): string {
  if (!flight) return `${colours.yellow('No calls were kept.')}\n`;
  return `${['', colours.bold('Trace'), ...renderCalls(flight, colours, {})].join('\n')}\n`;
}

function renderHead(record: AnswerRecord, colours: Colours): string[] {
  const { id, kind, status, createdAt, query, domain, sessionId, principal, flight, tokens, cost } = record;
  const facts = [
    createdAt,
    kind === 'agent' ? 'agent' : 'pipeline',
    status ?? 'unknown outcome',
    ...(domain === null ? [] : [`domain ${domain}`]),
    ...(sessionId === null ? [] : [`session ${sessionId}`]),
    ...(principal === null ? [] : [`key ${principal}`]),
    ...(flight ? [`version ${flight.software}`] : []),
  ];
  const resolved = answerOf(record)?.resolvedQuery;
  return [
    `${colours.bold(id)}  ${colours.dim(facts.join(' · '))}`,
    `Question: ${query}`,
    ...(resolved === undefined ? [] : [`Read as:  ${resolved}`]),
    ...(flight ? renderLibrary(flight) : []),
    ...(tokens.length === 0 ? [] : [`Models:   ${renderCosts(tokens, cost === null ? [] : [cost])}`]),
  ];
}

/** In which state the collections were that were searched, each as often as it changed meanwhile. */
function renderLibrary({ calls, texts }: FlightRecord): string[] {
  const states = calls
    .filter(({ name }) => name === describeContext.name)
    .flatMap(({ output }) => describeContext.output.safeParse(unpackTexts(output, texts)).data?.generations ?? [])
    .map(({ collection, generation }) => `${collection} ${generation}`);
  return states.length === 0 ? [] : [`Library:  ${[...new Set(states)].join(', ')}`];
}

function renderCalls({ calls, texts }: FlightRecord, colours: Colours, view: FlightView): string[] {
  const telling = calls.filter((call) => !isBookkeeping(call));
  const kept = calls.length - telling.length;
  return [
    ...telling.flatMap((call) => renderCall(call, texts, colours, view)),
    ...(kept === 0 ? [] : [colours.dim(`${kept} calls that only keep books are not shown; --json has them.`)]),
  ];
}

/** `+12.3 ms  retrieve  retriever.search 4.1 ms  "Who keeps …"` and, under it, what models were asked and what came of it. */
function renderCall(
  call: RecordedCall,
  texts: FlightRecord['texts'],
  colours: Colours,
  { prompts = false }: FlightView,
): string[] {
  const { name, parent, startedAt, ms, error, cutBytes, budget, modelCalls = [] } = call;
  const asked = describeInput(unpackTexts(call.input, texts));
  const head = [
    `+${milliseconds(startedAt)}`.padStart(10),
    (parent ?? '').padEnd(10),
    `${colours.cyan(name)} ${colours.dim(milliseconds(ms))}`,
    ...(asked === '' ? [] : [asked]),
    ...(budget ? [colours.dim(`${budget.maxTokens} tokens left`)] : []),
  ].join('  ');
  const models = modelCalls.flatMap((each) => renderModelCall(unpackTexts(each, texts), colours, prompts));
  return [head, ...[...models, ...outcome()].map((line) => `${' '.repeat(24)}${line}`)];

  function outcome(): string[] {
    if (cutBytes > 0) return [colours.yellow(`cut for size: ${cutBytes} bytes`)];
    if (error) return [colours.red(`${error.code}: ${error.message}`)];
    return describeOutput(name, unpackTexts(call.output, texts));
  }
}

function describeCut({ prompts = 0, calls, events, result }: NonNullable<FlightRecord['cut']>): string {
  const parts = [
    ...(prompts > 0 ? [`what language models were asked ${prompts} times`] : []),
    ...(calls > 0 ? [`${calls} calls`] : []),
    ...(events > 0 ? [`${events} events`] : []),
    ...(result ? ['the result'] : []),
  ];
  return `Cut, since the record would have been too large: ${parts.join(', ')}.`;
}

function renderEnd({ answer, flight }: AnswerRecord, colours: Colours): string {
  return flight?.error ? colours.red(`${flight.error.code}: ${flight.error.message}`) : answer;
}

/** Null for an answer that failed, or was cut. */
function answerOf({ kind, flight }: AnswerRecord): Answer | null {
  if (!flight) return null;
  const result = unpackTexts(flight.result, flight.texts);
  if (kind === 'agent') return AgentRun.safeParse(result).data?.answer ?? null;
  return Answer.safeParse(result).data ?? null;
}

/** Of each text, in characters, where prompts are not shown whole. */
const SHOWN_TEXT = 100;

/**
 * `asked ollama/llama3.2 (llama3.2:latest) to plan, decomposition-1, 400 in, 20 out, 80 ms` and under it what was sent and
 * what came back: the beginning of each text, or all of it.
 *
 * @param modelCall as a record has it, its texts in their places
 */
export function renderModelCall(modelCall: unknown, colours: Colours, isWhole: boolean): string[] {
  const { data } = ModelCall.safeParse(modelCall);
  if (!data) return [clipped(JSON.stringify(modelCall), SHOWN_TEXT)];
  const { role, model, answeredBy, prompt, system, messages, answer, cutCharacters, tokens, ms, error } = data;
  const version = answeredBy === null || model.endsWith(`/${answeredBy}`) ? '' : ` (${answeredBy})`;
  const facts = [
    ...(prompt === '' ? [] : [prompt]),
    ...(tokens ? [`${tokens.inputTokens} in, ${tokens.outputTokens} out`] : []),
    milliseconds(ms),
  ];
  const shown = (name: string, text: string): string[] => (isWhole ? whole(name, text) : beginning(name, text));
  return [
    colours.dim(`asked ${model}${version} to ${role}, ${facts.join(', ')}`),
    ...shown('system', system),
    ...messages.flatMap(({ role: speaker, text }) => shown(speaker, text)),
    ...(error === null ? shown('answer', answer) : [colours.red(`  ${error}`)]),
    ...(cutCharacters > 0 ? [colours.yellow(`  ${cutCharacters} characters were not kept`)] : []),
  ];
}

function beginning(name: string, text: string): string[] {
  return text === '' ? [] : [`  ${name}: ${clipped(text, SHOWN_TEXT)}`];
}

function whole(name: string, text: string): string[] {
  return text === '' ? [] : [`  ${name}:`, ...text.split('\n').map((line) => `    ${line}`)];
}
