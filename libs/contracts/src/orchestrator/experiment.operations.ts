import { z } from 'zod';
import { RankingWeights } from '../graph/graph-schema.js';
import { defineOperation } from '../operation/define-operation.js';
import { FusionMethod } from '../retriever/search.operation.js';
import { AnswerId } from './feedback.operations.js';

/** Of an experiment or a variant. */
const Name = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1–64 letters, digits, ".", "_" or "-"');

/** Settings of the search that a variant replaces. Each stands in for the arm's own; what a request says itself is kept. */
export const RankingOverrides = z.strictObject({
  /** In place of RETRIEVER_FUSION. */
  fusion: FusionMethod.optional(),
  /** Share of the vectors in a hybrid search, in place of 0.7. */
  vectorWeight: z.number().min(0).max(1).optional(),
  /** Whether a reranker is asked, where there is one. */
  rerank: z.boolean().optional(),
  /** In place of the domain's weights of the signals that rank entities. */
  graphWeights: RankingWeights.optional(),
});
export type RankingOverrides = z.output<typeof RankingOverrides>;

/** Rounding of shares that are written in decimals. */
const SHARE_TOLERANCE = 1e-9;

/** An A/B experiment as it is configured (AB_EXPERIMENT). */
export const Experiment = z.strictObject({
  /** Another name assigns anew, and begins a new report. */
  name: Name,
  /** The first is the one that the others are compared with. */
  variants: z
    .array(
      z.strictObject({
        name: Name,
        /** Share of the keys that it gets. What the shares leave of 1 takes no part. */
        share: z.number().gt(0).max(1),
        /** Empty: the settings as they are. */
        overrides: RankingOverrides.default({}),
      }),
    )
    .min(2)
    .max(20)
    .refine(
      (variants) => new Set(variants.map(({ name }) => name)).size === variants.length,
      'must have distinct names',
    )
    .refine(
      (variants) => variants.reduce((sum, { share }) => sum + share, 0) <= 1 + SHARE_TOLERANCE,
      'must have shares that add up to at most 1',
    ),
});
export type Experiment = z.output<typeof Experiment>;

/** The variant that made an answer. */
export const AssignedVariant = z.strictObject({ experiment: Name, variant: Name });
export type AssignedVariant = z.output<typeof AssignedVariant>;

const eventBase = {
  answerId: AnswerId,
  /** Null for an answer outside of any experiment. */
  assigned: AssignedVariant.nullable(),
  /** Hash of the session or of the name of the API key, never one of them; null outside of any experiment. */
  unit: z.string().nullable(),
  at: z.iso.datetime(),
};

/** Something that happened to an answer. A line of an append-only log, without any text of questions or answers. */
export const AnswerEvent = z.discriminatedUnion('kind', [
  /** It was given. Only logged in an experiment. */
  z.strictObject({ kind: z.literal('given'), ...eventBase, status: z.enum(['answered', 'declined', 'failed']) }),
  /** A person rated it: 1 the best, 0 the worst. */
  z.strictObject({ kind: z.literal('rated'), ...eventBase, score: z.number().min(0).max(1) }),
  /** The client reports that its text was copied. */
  z.strictObject({ kind: z.literal('copied'), ...eventBase }),
  /** Its session asked nearly the same again at once. */
  z.strictObject({
    kind: z.literal('retried'),
    ...eventBase,
    /** The answer to the question as it was asked again. */
    retryId: AnswerId,
    /** Edits that turn one question into the other, over the length of the longer: 0 for equal questions. */
    editDistance: z.number().min(0).max(1),
  }),
]);
export type AnswerEvent = z.output<typeof AnswerEvent>;

export const rateAnswer = defineOperation({
  name: 'orchestrator.rate-answer',
  summary: 'Say how good an answer was, or report that its text was copied. It changes no answer.',
  input: z.strictObject({
    answerId: AnswerId,
    /** A thumb, or a score from 0 to 1. The last one counts. */
    rating: z.union([z.enum(['up', 'down']), z.number().min(0).max(1)]).optional(),
    copied: z.literal(true).optional(),
  }),
  output: z.strictObject({ events: z.array(AnswerEvent) }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  // The last rating counts, and whether it was copied.
  role: 'reader',
  idempotent: true,
  http: { method: 'POST', path: '/v1/answers/{answerId}/feedback', status: 201 },
  mcp: { tool: 'rate-answer' },
  examples: {
    'a thumb': { answerId: 'answer_1', rating: 'up' },
    'a score of something that was copied': { answerId: 'answer_1', rating: 0.75, copied: true },
  },
});

/** What is measured of each session or key. `copied` and `rating` depend on what clients and people report. */
export const EXPERIMENT_METRICS = ['answered', 'retried', 'copied', 'rating'] as const;
export const ExperimentMetric = z.enum(EXPERIMENT_METRICS);
export type ExperimentMetric = z.output<typeof ExperimentMetric>;

const Mean = z.number().min(0).max(1).nullable();

export const ExperimentReport = z.strictObject({
  /** Null if there is none, and none was there. */
  experiment: z.string().nullable(),
  /** Chance that any comparison of the report is ever decided although there is no difference. */
  alpha: z.number(),
  windowMinutes: z.number(),
  /** The control first. */
  variants: z.array(
    z.strictObject({
      variant: z.string(),
      answers: z.int().min(0),
      /** Sessions or keys whose window is over. */
      units: z.int().min(0),
      /** Sessions or keys whose window is not over: they do not count yet. */
      pending: z.int().min(0),
      /** Means over the units; of the rating, over those that rated. */
      means: z.record(ExperimentMetric, Mean),
      rated: z.int().min(0),
    }),
  ),
  comparisons: z.array(
    z.strictObject({
      metric: ExperimentMetric,
      variant: z.string(),
      control: z.string(),
      /** Units of each that were compared. */
      pairs: z.int().min(0),
      /** Mean of the variant minus that of the control over the pairs; null without a pair. */
      difference: z.number().nullable(),
      /** Contains the true difference at all times, together with all others of the report, with probability 1 − alpha. */
      interval: z.tuple([z.number(), z.number()]),
      /** Always valid, multiplied by the number of comparisons. */
      pValue: z.number().min(0).max(1),
      verdict: z.enum(['higher', 'lower', 'undecided']),
    }),
  ),
});
export type ExperimentReport = z.output<typeof ExperimentReport>;

export const reportExperiment = defineOperation({
  name: 'orchestrator.report-experiment',
  summary: 'Compare the variants of an A/B experiment, so that one may look at any time and stop when it is decided.',
  input: z.strictObject({
    /** Default: the one that is configured, else the latest. */
    experiment: Name.optional(),
    /** Minutes from the first answer of a session or key during which what happens counts. */
    windowMinutes: z.coerce.number().min(0).max(525_600).default(60),
    alpha: z.coerce.number().gt(0).lt(1).default(0.05),
  }),
  output: ExperimentReport,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  role: 'admin',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'GET', path: '/v1/experiments/report' },
  examples: { 'nothing to say': {}, 'an earlier one': { experiment: 'fusion-1', windowMinutes: 1_440, alpha: 0.01 } },
});
