import { ArbiterError } from '@arbiter/contracts';
import {
  ANSWER_METRICS,
  compareAnswers,
  seededRandom,
  type AnswerComparison,
  type AnswerOutcome,
} from '@arbiter/evaluation';
import { z } from 'zod';
import { readRun } from './inputs.js';
import { EVALUATION_SEED, Latency, Machine, RunDescription, Share, ShareInterval } from './run-description.js';

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
    ...RunDescription.shape,
    machine: Machine.omit({ platform: true }),
  }),
});
export type AnswersRun = z.output<typeof AnswersRun>;

/** For the pairing of two runs: questions of two packs may have the same id. */
function outcomeOf({ domain, id, answerable, outcome }: AnswerRow): AnswerOutcome {
  return { id: `${domain}/${id}`, answerable, outcome };
}

/**
 * The questions of an earlier run of `arbiter eval answers --json`.
 *
 * @param file absolute
 * @throws ArbiterError NOT_FOUND; INVALID_REQUEST for another run, or one without its questions
 */
export async function readAnswerRows(file: string): Promise<readonly AnswerRow[]> {
  const { questions } = await readRun(file, AnswersRun);
  if (questions !== undefined) return questions;
  throw new ArbiterError('INVALID_REQUEST', `${file} holds no questions of "arbiter eval answers --json" to compare.`);
}

/** @param before rows of the other run @param after rows of this one */
export function compareRuns(before: readonly AnswerRow[], after: readonly AnswerRow[]): AnswerComparison {
  return compareAnswers(before.map(outcomeOf), after.map(outcomeOf), { random: () => seededRandom(EVALUATION_SEED) });
}
