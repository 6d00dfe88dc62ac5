import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import {
  judgeReading,
  PassageQuestion,
  readJsonLines,
  seededRandom,
  SentenceQuestion,
  shuffle,
  type GivenReading,
  type JudgedReading,
  type JudgedSentence,
} from '@arbiter/evaluation';
import type { Reader } from '../library/standalone.module.js';
import { EVALUATION_SEED } from './validation-run.js';

type Items<T> = readonly [T, ...T[]];

/** A file to read, of one kind or the other. */
export type ReadingFile =
  | { readonly kind: 'passages'; readonly items: Items<PassageQuestion>; readonly sampledFrom: number | null }
  | { readonly kind: 'sentences'; readonly items: Items<SentenceQuestion>; readonly sampledFrom: number | null };

/** A first line with this field is that of a file of sentences. */
const SENTENCE_FIELD = /"sentence"\s*:/;

/**
 * @param name as messages say it
 * @param file where it lies
 * @param limit a seeded sample of so many lines; null: all, in their order
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or for a file without lines
 */
export async function readReadingFile(name: string, file: string, limit: number | null): Promise<ReadingFile> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  const [firstLine = ''] = text.trimStart().split('\n', 1);
  if (SENTENCE_FIELD.test(firstLine)) {
    return { kind: 'sentences', ...sampled(readJsonLines(text, name, SentenceQuestion), name, limit) };
  }
  return { kind: 'passages', ...sampled(readJsonLines(text, name, PassageQuestion), name, limit) };
}

function sampled<T>(
  lines: readonly { readonly value: T }[],
  name: string,
  limit: number | null,
): { items: Items<T>; sampledFrom: number | null } {
  const all = lines.map(({ value }) => value);
  const isSample = limit !== null && limit < all.length;
  const [first, ...others] = isSample ? shuffle(all, seededRandom(EVALUATION_SEED)).slice(0, limit) : all;
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${name} holds no questions.`);
  return { items: [first, ...others], sampledFrom: isSample ? all.length : null };
}

export interface ReadingPlan {
  readonly reader: Reader;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told after each passage. */
  readonly onPassage: (settled: number) => void;
}

/** What was read, and how many tasks could not be. */
export interface Measured<T> {
  readonly judged: readonly T[];
  readonly unread: number;
}

/**
 * Reads every passage with its question, one after the other: times are of one alone.
 *
 * @param threshold score above which a span is given
 * @throws ArbiterError of the reader, and the signal's reason
 */
export async function measurePassages(
  questions: readonly PassageQuestion[],
  plan: ReadingPlan,
  threshold: number,
): Promise<Measured<JudgedReading>> {
  const read = await readAll(
    questions.map(({ question, title, context }) => ({ question, headings: title ?? '', passage: context })),
    plan,
  );
  const judged = questions.map((question, index) => judgeReading(question, read[index] ?? UNREAD, threshold));
  return { judged, unread: read.filter(isUnread).length };
}

/**
 * The same for sentences, which are read as passages without headings.
 *
 * @throws ArbiterError of the reader, and the signal's reason
 */
export async function measureSentences(
  sentences: readonly SentenceQuestion[],
  plan: ReadingPlan,
): Promise<Measured<JudgedSentence>> {
  const read = await readAll(
    sentences.map(({ question, sentence }) => ({ question, headings: '', passage: sentence })),
    plan,
  );
  const judged = sentences.map(({ id, question, label }, index) => {
    const { best, latencyMs } = read[index] ?? UNREAD;
    return { id, question, score: best?.score ?? null, actual: label, latencyMs };
  });
  return { judged, unread: read.filter(isUnread).length };
}

interface TimedReading extends GivenReading {
  readonly isRead: boolean;
}

const UNREAD: TimedReading = { best: null, none: 1, latencyMs: 0, isRead: false };
const isUnread = ({ isRead }: TimedReading): boolean => !isRead;

async function readAll(
  tasks: readonly { readonly question: string; readonly headings: string; readonly passage: string }[],
  { reader, signal, now, onPassage }: ReadingPlan,
): Promise<TimedReading[]> {
  await reader.warmUp(signal);
  const readings: TimedReading[] = [];
  for (const task of tasks) {
    const started = now();
    const [reading] = await reader.read([task], { signal, maxSpans: 1 });
    const latencyMs = now() - started;
    readings.push(
      reading
        ? { best: reading.spans[0] ?? null, none: reading.verdict.none, latencyMs, isRead: true }
        : { ...UNREAD, latencyMs },
    );
    onPassage(readings.length);
  }
  return readings;
}
