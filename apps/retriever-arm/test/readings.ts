import type { Passage } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import type { AnswerSpan, PassageReading, Reader, ReadingVerdict } from '@arbiter/ports';
import { Registry } from 'prom-client';
import { candidateSentences } from '../src/synthesis/sentences/candidate-sentences.js';
import type { JudgedSentence } from '../src/synthesis/sentences/judge-sentences.js';
import { QuestionReader, ReaderObserver } from '../src/synthesis/sentences/question-reader.js';

/** A passage that is the whole of its document. */
export function passage(documentId: string, text: string, over: Partial<Passage> = {}): Passage {
  return {
    chunkId: `${documentId}:0`,
    documentId,
    collection: 'c',
    text,
    start: 0,
    end: text.length,
    title: documentId,
    source: `${documentId}.md`,
    section: [],
    page: null,
    metadata: {},
    score: 0.9,
    ...over,
  };
}

/** Where words stand in a text, as a reader would say it. */
export function spanOf(text: string, words: string, score = 8): AnswerSpan {
  const start = text.indexOf(words);
  if (start < 0) throw new RangeError(`"${words}" does not stand in "${text}"`);
  return { start, end: start + words.length, score };
}

/** Of a passage in which nothing answers. */
export const NOTHING_READ: PassageReading = {
  spans: [],
  verdict: { none: 0.99, span: 0.01, yes: 0, no: 0 },
  isCut: false,
};

/** Of a passage whose words surely answer. */
export function readingOf(text: string, words: string, verdict: Partial<ReadingVerdict> = {}): PassageReading {
  return {
    spans: [spanOf(text, words)],
    verdict: { none: 0.01, span: 0.99, yes: 0, no: 0, ...verdict },
    isCut: false,
  };
}

export interface ObservedReader extends QuestionReader {
  /** Failures that were counted, by code. */
  readonly failures: () => Promise<Readonly<Record<string, number>>>;
}

export function questionReaderOf(reader: Reader, timeoutMs = 5_000): ObservedReader {
  const registry = new Registry();
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [] });
  const observer = new ReaderObserver({ logger, registry });
  const failures = async (): Promise<Record<string, number>> => {
    const metric = await registry.getSingleMetric('arbiter_synthesis_reader_failures_total')?.get();
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels.code), value]));
  };
  return Object.assign(new QuestionReader({ reader, timeoutMs, observer }), { failures });
}

/** What is said of the sentences that hold the words it is keyed by; every other one promises nothing. */
export type Judgements = Readonly<
  Record<string, number | { readonly probability: number; readonly words?: string; readonly verdict?: ReadingVerdict }>
>;

/** The sentences of passages as they would be judged. */
export function judgedOf(passages: readonly Passage[], judgements: Judgements): JudgedSentence[] {
  return candidateSentences(passages).map((candidate) => {
    const [, found = 0] = Object.entries(judgements).find(([words]) => candidate.text.includes(words)) ?? [];
    const { probability, words, verdict } =
      typeof found === 'number' ? { probability: found, words: undefined, verdict: undefined } : found;
    const { passage: from, rank, isDangling, text } = candidate;
    const span = words === undefined ? null : spanOf(from.text, words);
    return {
      candidate,
      probability,
      span,
      verdict: verdict ?? null,
      features: {
        span: span?.score ?? null,
        passage: null,
        holdsBest: span !== null,
        words: 0,
        rank,
        relevance: from.score,
        isDangling,
        length: text.length,
      },
    };
  });
}
