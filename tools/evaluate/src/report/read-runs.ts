import { ANSWER_METRICS, type AnswerMetric, RETRIEVAL_METRICS, VALIDATION_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { GROUNDING_METRICS } from '../grounding/summarise-grounding.js';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';

/** A fraction of 1, or null if its denominator is 0. */
const Share = z.number().nullable();
/** Ends of the 95 % bootstrap interval of a share. */
const ShareInterval = z.tuple([z.number(), z.number()]).nullable();
/** Milliseconds. */
const Latency = z.object({ p50: z.number(), p95: z.number() });
const Percentiles = Latency.extend({ p99: z.number() });

const Description = z.object({
  versions: z.record(z.string(), z.string()),
  machine: z.object({ cpu: z.string(), cores: z.number(), memoryBytes: z.number(), loadAverage: z.number() }),
  measuredAt: z.string(),
});

/** What a report reads of `arbiter eval retrieval --json`. */
export const RetrievalRun = z.object({
  command: z.literal('eval retrieval'),
  dataset: z.string(),
  split: z.string(),
  n: z.int().min(1),
  metrics: z.record(z.string(), z.record(z.enum(RETRIEVAL_METRICS), z.number())),
  ci95: z.record(z.string(), z.record(z.enum(RETRIEVAL_METRICS), z.tuple([z.number(), z.number()]))),
  latencyMs: Percentiles.extend({ methods: z.record(z.string(), Percentiles) }),
  significance: z.array(z.object({ a: z.string(), b: z.string(), difference: z.number(), pValue: z.number() })),
  config: Description.extend({
    retriever: z.record(z.string(), z.string().nullable()),
    collections: z.array(z.record(z.string(), z.unknown())),
  }),
});
export type RetrievalRun = z.output<typeof RetrievalRun>;

const GroundingSet = z.object({
  dataset: z.string(),
  n: z.int().min(1),
  nothingToVerify: z.int(),
  metrics: z.record(z.enum(GROUNDING_METRICS), Share),
  ci95: z.record(z.enum(GROUNDING_METRICS), ShareInterval),
  calibrated: z.object({ labels: z.int(), draws: z.int(), balancedAccuracy: Share }).nullable(),
  reliability: z.array(z.object({ meanProbability: z.number(), observed: z.number() })),
  roc: z.array(z.object({ falsePositiveRate: z.number(), truePositiveRate: z.number() })),
});

const GroundingRun = GroundingSet.pick({ dataset: true, n: true, metrics: true, ci95: true, calibrated: true }).extend({
  command: z.literal('eval grounding'),
  latencyMs: Latency,
  sets: z.array(GroundingSet).min(1),
  config: Description.extend({ limit: z.int().nullable() }),
});
export type GroundingRun = z.output<typeof GroundingRun>;

const Kind = z.enum(ERROR_KINDS);

function perturbationFigures<T extends z.ZodType>(value: T) {
  return z.object({
    caught: value,
    caughtBy: z.record(Kind, value),
    caughtInHandWritten: value,
    falseRejection: value,
    falseRejectionUntouched: value,
    falseRejectionReworded: value,
    falseRejectionHandWritten: value,
  });
}

const PerturbationRun = z.object({
  command: z.literal('eval perturbations'),
  dataset: z.string(),
  counts: z.record(Kind, z.int()),
  metrics: perturbationFigures(Share),
  ci95: perturbationFigures(ShareInterval),
  latencyMs: Latency,
  config: Description.extend({ seed: z.int() }),
});
export type PerturbationRun = z.output<typeof PerturbationRun>;

const LabelledRun = z.object({
  command: z.literal('eval validation'),
  n: z.int().min(1),
  metrics: z.record(z.enum(VALIDATION_METRICS), Share),
  ci95: z.record(z.enum(VALIDATION_METRICS), ShareInterval),
  confusion: z.object({
    shown: z.int(),
    wronglyRejected: z.int(),
    wronglyAccepted: z.int(),
    rejected: z.int(),
  }),
  kinds: z.record(z.string(), z.object({ n: z.int(), right: z.int() })),
  latencyMs: Latency,
  config: Description,
});
export type LabelledRun = z.output<typeof LabelledRun>;

const RiskCoverage = z.array(z.object({ threshold: z.number(), shown: z.number(), right: Share }));

/** Runs from before a metric was measured lack it. */
const AnswersRun = z.object({
  command: z.literal('eval answers'),
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.object({
    ...Object.fromEntries(ANSWER_METRICS.map((metric) => [metric, Share.optional()])),
    riskCoverage: RiskCoverage.optional(),
  } as Record<AnswerMetric, z.ZodOptional<typeof Share>> & { riskCoverage: z.ZodOptional<typeof RiskCoverage> }),
  ci95: z.partialRecord(z.enum(ANSWER_METRICS), ShareInterval),
  latencyMs: Latency,
  config: Description.extend({ part: z.string(), without: z.array(z.string()) }),
});
export type AnswersRun = z.output<typeof AnswersRun>;

export const EvaluationRun = z.discriminatedUnion('command', [
  RetrievalRun,
  GroundingRun,
  PerturbationRun,
  LabelledRun,
  AnswersRun,
]);
export type EvaluationRun = z.output<typeof EvaluationRun>;
