import {
  Latency,
  Share,
  ShareInterval,
  type Reader,
  RunDescription,
  type NonEmpty,
  readText,
  readRecords,
} from '@arbiter/cli';
import { z } from 'zod';
import {
  judgeReading,
  PassageQuestion,
  READING_METRICS,
  SentenceQuestion,
  type GivenReading,
  type JudgedReading,
} from './judge-reading.js';
import { SENTENCE_METRICS, type JudgedSentence } from './judge-sentences.js';

const common = {
  command: z.literal('eval reading'),
  /** As it was named on the command line. */
  dataset: z.string(),
  /** Passages or sentences. */
  n: z.int().min(1),
  latencyMs: Latency,
  /** Tasks that the reader could not read; they count as if nothing had been found. */
  unread: z.int(),
  config: z.object({
    /** Name of the reader, as it reports it. */
    reader: z.string(),
    /** Score above which a span is given as the answer. */
    threshold: z.number(),
    /** Of how many lines of the file a sample was taken; null: all were read. */
    sampledFrom: z.int().nullable(),
    ...RunDescription.shape,
  }),
};

/** Output of `arbiter eval reading --json` for a file of passages. */
const PassageRun = z.object({
  ...common,
  kind: z.literal('passages'),
  answerable: z.int(),
  metrics: z.record(z.enum(READING_METRICS), Share),
  ci95: z.record(z.enum(READING_METRICS), ShareInterval),
});

/** Output for a file of sentences. */
const SentenceRun = z.object({
  ...common,
  kind: z.literal('sentences'),
  questions: z.int(),
  /** Questions with a sentence that answers. */
  answered: z.int(),
  metrics: z.record(z.enum(SENTENCE_METRICS), Share),
  ci95: z.record(z.enum(SENTENCE_METRICS), ShareInterval),
});

export const ReadingRun = z.discriminatedUnion('kind', [PassageRun, SentenceRun]);
export type ReadingRun = z.output<typeof ReadingRun>;

/** A file to read, of one kind or the other. */
export type ReadingFile =
  | { readonly kind: 'passages'; readonly items: NonEmpty<PassageQuestion>; readonly sampledFrom: number | null }
  | { readonly kind: 'sentences'; readonly items: NonEmpty<SentenceQuestion>; readonly sampledFrom: number | null };

/** A first line with this field is that of a file of sentences. */
const SENTENCE_FIELD = /"sentence"\s*:/;

/**
 * @param name as messages say it
 * @param file where it lies
 * @param limit a seeded sample of so many lines; null: all, in their order
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or for a file without lines
 */
export async function readReadingFile(name: string, file: string, limit: number | null): Promise<ReadingFile> {
  const text = await readText(file);
  const [firstLine = ''] = text.trimStart().split('\n', 1);
  const sampled = async <T>(schema: z.ZodType<T>) => {
    const items = await readRecords(name, file, schema, 'questions', limit);
    const lines = text.split('\n').filter((line) => line.trim() !== '').length;
    return { items, sampledFrom: items.length < lines ? lines : null };
  };
  return SENTENCE_FIELD.test(firstLine)
    ? { kind: 'sentences', ...(await sampled(SentenceQuestion)) }
    : { kind: 'passages', ...(await sampled(PassageQuestion)) };
}

export interface ReadingPlan {
  readonly reader: Reader;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told after each passage. */
  readonly onPassage: (settled: number) => void;
}

/** The readings, and the number of tasks that could not be read. */
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
