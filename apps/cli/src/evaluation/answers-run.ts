import { ANSWER_METRICS, type AnswerOutcome } from '@arbiter/evaluation';
import { z } from 'zod';
import { Machine } from './describe-machine.js';
import { Latency, Share, ShareInterval } from './validation-run.js';

const Metric = z.enum(ANSWER_METRICS);

/** Runs from before a metric was measured lack it. */
const Metrics = z.object({
  correct: Share,
  wrong: Share,
  wronglyDeclined: Share,
  declined: Share,
  wronglyAnswered: Share,
  shownRight: Share.optional(),
  confidenceEce: Share.optional(),
  confidenceAuroc: Share.optional(),
  citationPrecision: Share,
  unsupportedClaims: Share,
  answersWithUnsupportedClaim: Share,
  medianWords: Share.optional(),
  medianWordsLookup: Share.optional(),
});

const AllMetrics = Metrics.extend({
  riskCoverage: z.array(z.object({ threshold: z.number(), shown: z.number(), right: Share })).optional(),
  byType: z.record(z.string(), Metrics.extend({ n: z.int() })).optional(),
});

/** One question, for comparisons of runs. */
export const AnswerRow = z.object({
  domain: z.string(),
  id: z.string(),
  type: z.string(),
  part: z.string().nullable(),
  answerable: z.boolean(),
  outcome: z.enum(['correct', 'wrong', 'wronglyDeclined', 'declined', 'wronglyAnswered']),
  /** 0–1; null when nothing was judged. */
  confidence: z.number().nullable(),
  /** Of what was shown, markers left out; null when declined. */
  words: z.int().nullable(),
  /** Citations that can be judged, and those of them that overlap evidence. */
  citations: z.int(),
  citationsOnEvidence: z.int(),
  latencyMs: z.number(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

/** What reports and comparisons read of what `arbiter eval answers --json` prints. */
export const AnswersRun = z.object({
  command: z.literal('eval answers'),
  dataset: z.string(),
  n: z.int().min(1),
  metrics: AllMetrics,
  ci95: z.partialRecord(Metric, ShareInterval),
  latencyMs: Latency,
  questions: z.array(AnswerRow).optional(),
  config: z.looseObject({
    part: z.string(),
    types: z.array(z.string()).nullable(),
    without: z.array(z.string()),
    versions: z.record(z.string(), z.string()),
    machine: Machine.omit({ platform: true }),
    measuredAt: z.string(),
  }),
});
export type AnswersRun = z.output<typeof AnswersRun>;

/** For the pairing of two runs: questions of two packs may have the same id. */
export function outcomeOf({ domain, id, answerable, outcome }: AnswerRow): AnswerOutcome {
  return { id: `${domain}/${id}`, answerable, outcome };
}
