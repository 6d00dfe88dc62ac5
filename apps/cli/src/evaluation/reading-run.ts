import { READING_METRICS, SENTENCE_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Machine } from './describe-machine.js';
import { Latency, Share, ShareInterval } from './validation-run.js';

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
    /** What the reader calls itself. */
    reader: z.string(),
    /** Score above which a span is given as the answer. */
    threshold: z.number(),
    /** Of how many lines of the file a sample was taken; null: all were read. */
    sampledFrom: z.int().nullable(),
    versions: z.record(z.string(), z.string()),
    machine: Machine,
    /** ISO 8601. */
    measuredAt: z.string(),
  }),
};

/** What `arbiter eval reading --json` prints for a file of passages. */
const PassageRun = z.object({
  ...common,
  kind: z.literal('passages'),
  answerable: z.int(),
  metrics: z.record(z.enum(READING_METRICS), Share),
  ci95: z.record(z.enum(READING_METRICS), ShareInterval),
});

/** What it prints for a file of sentences. */
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
