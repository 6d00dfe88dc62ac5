import {
  Latency,
  mapBounded,
  Share,
  ShareInterval,
  type OperationCaller,
  ArmSettings,
  RunDescription,
  naming,
} from '@arbiter/cli';
import { classify, type Classification } from '@arbiter/contracts';
import type { TypedQuestion } from '@arbiter/evaluation';
import { CLASSIFICATION_METRICS, type ClassifiedItem } from '@arbiter/evaluation';
import { z } from 'zod';

const Metric = z.enum(CLASSIFICATION_METRICS);

/** Output of `arbiter eval classify --json`. */
export const ClassifyRun = z.object({
  command: z.literal('eval classify'),
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  ci95: z.record(Metric, ShareInterval),
  /** Questions by the type they are of, then by the type they were taken for. */
  confusion: z.record(z.string(), z.record(z.string(), z.int())),
  latencyMs: Latency,
  /** By who decided: rules, or a language model. */
  decidedBy: z.record(z.string(), z.int()),
  /** Questions that rules decided because the language model did not. */
  degraded: z.int(),
  config: z.object({
    planner: ArmSettings,
    /** Questions at the same time: latency is that of one among so many. */
    concurrency: z.int().min(1),
    ...RunDescription.shape,
  }),
});
export type ClassifyRun = z.output<typeof ClassifyRun>;

/** A question with its classification: a line of the file that `--out` writes. */
export interface ClassificationRecord extends ClassifiedItem, Pick<Classification, 'reasons' | 'by' | 'degraded'> {
  readonly id: string;
  readonly question: string;
  readonly latencyMs: number;
}

/** How the questions of a set are asked. */
export interface QuestionPlan {
  /** Questions at once, ≥ 1. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told after each question. */
  readonly onQuestion: (settled: number) => void;
}

/**
 * Has the planner say of every question of which type it is.
 *
 * @throws ArbiterError of the operation, naming the question
 */
export async function measureClassification(
  questions: readonly TypedQuestion[],
  library: OperationCaller,
  { concurrency, signal, now, onQuestion }: QuestionPlan,
): Promise<ClassificationRecord[]> {
  const asked = async ({ id, question, type }: TypedQuestion): Promise<ClassificationRecord> => {
    const started = now();
    const found = await library.request(classify, { query: question }, { signal }).catch(naming(`Question ${id}`));
    const latencyMs = now() - started;
    const { queryType, confidence, reasons, by, degraded } = found;
    return {
      id,
      question,
      actual: type,
      predicted: queryType,
      confidence,
      reasons,
      latencyMs,
      ...(by !== undefined && { by }),
      ...(degraded !== undefined && { degraded }),
    };
  };
  return mapBounded(questions, concurrency, asked, onQuestion);
}
