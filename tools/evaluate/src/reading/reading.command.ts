import { resolve } from 'node:path';
import {
  defineEvaluation,
  latencyOf,
  metricTable,
  parseCount,
  parseNumber,
  readRecords,
  readText,
  remark,
  type EvaluationContext,
  type NonEmpty,
  type Reader,
  type RunOf,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';
import {
  judgeReading,
  PassageQuestion,
  SentenceQuestion,
  summariseReading,
  type GivenReading,
} from './judge-reading.js';
import { summariseSentences } from './judge-sentences.js';

interface Options {
  readonly file: string;
  /** Score above which a span is given. */
  readonly threshold: number;
  readonly limit?: number;
}

/** Output of `arbiter eval reading --json`, for a file of passages or of sentences. */
export type ReadingRun = RunOf<typeof measureReading>;

export const registerEvalReading = defineEvaluation({
  name: 'reading',
  summary: 'measure whether the reader finds the words that answer',
  description:
    'Have the packaged reader read each passage with its question, and compare its best span with the answers. A file is JSON ' +
    'Lines: {id, title, question, context, answerable, answers: [{text, start}]} for passages, {id, question, sentence, ' +
    'label} for sentences. An unanswerable question counts as right when nothing is given.',
  options: (command) =>
    command
      .requiredOption('--file <file>', 'questions with their passages, or with sentences')
      .option('--threshold <score>', 'log odds above which a span is given as the answer', parseNumber, 0)
      .option('--limit <n>', 'a sample of n lines, the same every time', parseCount),
  units: 'passages',
  record: 'passage or sentence',
  examples: [
    ['arbiter eval reading --file passages.jsonl', 'questions of your own'],
    ['arbiter eval reading --file squad2-dev.jsonl --threshold -1 --json', 'with more answers given, for programs'],
  ],
  measure: measureReading,
});

/** Reads every passage, or every sentence, with its question, one after the other: times are of one alone. */
async function measureReading(options: Options, context: EvaluationContext) {
  const { threshold } = options;
  const file = await readReadingFile(options.file, resolve(context.cwd, options.file), options.limit ?? null);
  const { openReader } = await context.loadStandalone();
  const reader = openReader({ reader: true });
  if (!reader) throw new ArbiterError('UNAVAILABLE', 'There is no reader.');
  remark(context, `Reading with ${reader.model}`);
  try {
    const { records, summary, told, unread } = await judged(file, threshold, reader, context);
    const sample = file.sampledFrom === null ? '' : `, a sample of ${file.sampledFrom}`;
    return {
      dataset: options.file,
      records,
      figures: { kind: file.kind, ...summary, latencyMs: latencyOf(records), unread },
      config: { reader: reader.model, threshold, sampledFrom: file.sampledFrom },
      headline: `${told}, read by ${reader.model}${sample}`,
      tables: [
        metricTable({ value: summary }),
        unread === 0 ? '' : `${unread} could not be read; they count as if nothing had been found.`,
      ],
    };
  } finally {
    await reader.close();
  }
}

async function judged(file: ReadingFile, threshold: number, reader: Reader, context: EvaluationContext) {
  if (file.kind === 'sentences') {
    const tasks = file.items.map(({ question, sentence }) => ({ question, headings: '', passage: sentence }));
    const { readings, unread } = await readAll(tasks, reader, context);
    const records = file.items.map(({ id, question, label }, index) => {
      const { best, latencyMs } = readings[index] ?? UNREAD;
      return { id, question, score: best?.score ?? null, actual: label, latencyMs };
    });
    const summary = summariseSentences(records, context.random());
    const told = `${summary.n} sentences, ${summary.questions} questions, ${summary.answered} answered`;
    return { records, summary, told, unread };
  }
  const tasks = file.items.map(({ question, title, context: passage }) => ({
    question,
    headings: title ?? '',
    passage,
  }));
  const { readings, unread } = await readAll(tasks, reader, context);
  const records = file.items.map((item, index) => judgeReading(item, readings[index] ?? UNREAD, threshold));
  const summary = summariseReading(records, context.random());
  return { records, summary, told: `${summary.n} questions, ${summary.answerable} answerable`, unread };
}

/** A file to read, of one kind or the other. */
type ReadingFile =
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
async function readReadingFile(name: string, file: string, limit: number | null): Promise<ReadingFile> {
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

const UNREAD: GivenReading = { best: null, none: 1, latencyMs: 0 };

/** @returns the readings, and the number of tasks that could not be read */
async function readAll(
  tasks: readonly { readonly question: string; readonly headings: string; readonly passage: string }[],
  reader: Reader,
  context: EvaluationContext,
): Promise<{ readonly readings: GivenReading[]; readonly unread: number }> {
  const { signal } = context.interruption;
  await reader.warmUp(signal);
  let unread = 0;
  const read = async (task: (typeof tasks)[number]): Promise<GivenReading> => {
    const { value, latencyMs } = await context.timed(() => reader.read([task], { signal, maxSpans: 1 }));
    const [reading] = value;
    if (!reading) unread += 1;
    return reading
      ? { best: reading.spans[0] ?? null, none: reading.verdict.none, latencyMs }
      : { ...UNREAD, latencyMs };
  };
  const readings = await context.each(tasks, read, { verb: 'reading', nameOf: ({ question }) => question });
  return { readings, unread };
}
