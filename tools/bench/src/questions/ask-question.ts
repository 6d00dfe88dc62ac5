import { readFile } from 'node:fs/promises';
import { ArbiterError, NDJSON_MEDIA_TYPE, query, type Answer, type OperationRequest } from '@arbiter/contracts';
import { z } from 'zod';

/** Far more than any answer takes. */
const PATIENCE_MS = 90_000;

export interface TimedAnswer {
  /** Milliseconds from the request to the first line of the stream. */
  readonly firstEventMs: number;
  /** When the first piece of a draft came, by `performance.now()`; NaN where none was asked for. */
  readonly firstDraftAt: number;
  /** Milliseconds to the last byte. */
  readonly totalMs: number;
  /** Of the response. */
  readonly status: number;
  /** Stage to the sum of its durations, as the answer reports them. */
  readonly stageMs: Readonly<Record<string, number>>;
  /** Of an answer that came: `answered` or `declined`; else why not. */
  readonly outcome: string;
  /** Null where no answer came. */
  readonly answerId: string | null;
}

/** Asks one question over HTTP, as a client that shows every stage does. Failures are outcomes. */
export async function askQuestion(url: string, body: OperationRequest<typeof query>): Promise<TimedAnswer> {
  const start = performance.now();
  const passed = (): number => performance.now() - start;
  const response = await fetch(`${url}${query.http?.path ?? ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: NDJSON_MEDIA_TYPE },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  let firstEventMs = Number.NaN;
  let firstDraftAt = Number.NaN;
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    if (Number.isNaN(firstEventMs)) firstEventMs = passed();
    text += decoder.decode(piece, { stream: true });
    if (body.streamDraft && Number.isNaN(firstDraftAt) && text.includes('"draft"')) firstDraftAt = performance.now();
  }
  const totalMs = passed();
  const { status } = response;
  const failed = { firstEventMs, firstDraftAt, totalMs, status, stageMs: {}, answerId: null };
  if (!response.ok) return { ...failed, outcome: `status ${status}` };
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as LastMessage;
  if (!last.result) return { ...failed, outcome: last.error?.code ?? 'no result' };
  const stageMs: Record<string, number> = {};
  const { id, timings, status: outcome } = last.result;
  for (const { stage, ms } of timings) stageMs[stage] = (stageMs[stage] ?? 0) + ms;
  return { firstEventMs, firstDraftAt, totalMs, status, stageMs, outcome, answerId: id };
}

interface LastMessage {
  readonly result?: Pick<Answer, 'id' | 'status' | 'timings'>;
  readonly error?: { readonly code: string };
}

/** How long an answer may take depends on what kind of question it is. */
export const KINDS = ['simple', 'complex', 'list'] as const;
export type Kind = (typeof KINDS)[number];

export interface AskedQuestion {
  readonly text: string;
  readonly kind: Kind;
}

const Line = z.object({ question: z.string().min(1), type: z.string() });

/** As published (design document 000): simple under 3 s, complex under 10 s, list building under 15 s. */
const KIND_OF: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['simple_lookup', 'simple'],
  ['procedural', 'complex'],
  ['comparative', 'complex'],
  ['multi_hop', 'complex'],
  ['list_building', 'list'],
]);

/**
 * Questions of a domain pack that documents alone can answer.
 *
 * @param file JSON Lines with `question` and `type`
 * @throws ArbiterError NOT_FOUND when it holds none of one kind: a benchmark without them says nothing of it
 */
export async function askedQuestions(file: string): Promise<readonly AskedQuestion[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const questions = lines.flatMap((line): AskedQuestion[] => {
    const { question, type } = Line.parse(JSON.parse(line));
    const kind = KIND_OF.get(type);
    return kind === undefined ? [] : [{ text: question, kind }];
  });
  const missing = KINDS.find((kind) => !questions.some((each) => each.kind === kind));
  if (missing !== undefined) throw new ArbiterError('NOT_FOUND', `There is no ${missing} question in ${file}.`);
  return questions;
}
