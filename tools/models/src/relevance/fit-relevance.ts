import {
  estimateRelevance,
  fitLogistic,
  monotoneAlongRank,
  type FittedRelevanceModels,
  type LabelledExample,
  type LogisticModel,
} from '@arbiter/confidence';
import { crossValidate, dealFolds, groupsOf, type Fold } from '../cross-validate.js';
import type { JudgedPassage, JudgedPool } from './judged-pool.js';

/** Passages of a search that are learnt from: as many as it shows when nothing else is asked. */
export const SHOWN = 10;

/**
 * Share of the weight that evidence has among the passages that are learnt from, and so the prior that scores are stated
 * at. In searches it is about an eighth, at which no passage but the plainest would reach .5, and many a question would
 * get nothing. At .6 the default threshold errs about as often by refusing a question that has an answer as by
 * answering one that has none.
 */
export const EVIDENCE_PRIOR = 0.6;

/**
 * Fits the relevance of the passages that a search shows, at the prior.
 *
 * @param pools of hybrid and of keyword searches, of both kinds of questions
 * @throws RangeError when nothing is evidence, or everything
 */
export function fitRelevance(pools: readonly JudgedPool[]): FittedRelevanceModels {
  const hybrid = fit(pools, 'hybrid', ({ evidence: { cosine, coverage } }) => [cosine ?? 0, coverage]);
  const keyword = fit(pools, 'keyword', ({ evidence: { coverage } }) => [coverage]);
  const [cosine = 0, coverage = 0] = hybrid.weights;
  return {
    withVectors: { intercept: hybrid.intercept, cosine, coverage },
    withoutVectors: { intercept: keyword.intercept, coverage: keyword.weights[0] ?? 0 },
  };
}

function fit(
  pools: readonly JudgedPool[],
  method: JudgedPool['method'],
  featuresOf: (passage: JudgedPassage) => number[],
): LogisticModel {
  const shown = pools.filter((pool) => pool.method === method).flatMap(({ passages }) => passages.slice(0, SHOWN));
  const evidence = shown.filter(({ isEvidence }) => isEvidence).length;
  const others = Math.max(1, shown.length - evidence);
  const weightOfOthers = (evidence / others) * ((1 - EVIDENCE_PRIOR) / EVIDENCE_PRIOR);
  return fitLogistic(
    shown.map((passage): LabelledExample => ({
      features: featuresOf(passage),
      actual: passage.isEvidence,
      weight: passage.isEvidence ? 1 : weightOfOthers,
    })),
  );
}

export interface ScoredPassage {
  /** As a search gives it: 0–1, never rising along the ranks. */
  readonly relevance: number;
  readonly isEvidence: boolean;
}

export interface ScoredPool extends Pick<JudgedPool, 'set' | 'library' | 'method'> {
  /** Best first. */
  readonly passages: readonly ScoredPassage[];
}

function scorePool({ passages, ...pool }: JudgedPool, models: FittedRelevanceModels): ScoredPool {
  const relevance = monotoneAlongRank(passages.map(({ evidence }) => estimateRelevance(evidence, models)));
  return {
    ...pool,
    passages: passages.map(({ isEvidence }, index) => ({ relevance: relevance[index] ?? 0, isEvidence })),
  };
}

/** Folds by question: all searches of a question are held out together. */
export function foldsByQuestion(pools: readonly JudgedPool[], count: number): Fold<JudgedPool>[] {
  const questionOf = ({ set, questionId }: JudgedPool): string => `${set} ${questionId}`;
  return dealFolds(groupsOf(pools, questionOf).sort(), count, questionOf);
}

/** One fold per set: its questions are held out, and its documents. */
export function foldsBySet(pools: readonly JudgedPool[]): Fold<JudgedPool>[] {
  return groupsOf(pools, ({ set }) => set).map(
    (held): Fold<JudgedPool> =>
      ({ set, library }) =>
        set === held || library === held,
  );
}

/** Every held-out pool, with the scores of a fit that has not seen it; once for each fold that holds it out. */
export function scoreHeldOut(pools: readonly JudgedPool[], folds: readonly Fold<JudgedPool>[]): ScoredPool[] {
  return crossValidate(pools, folds, fitRelevance, (held, models) =>
    held.map((pool) => scorePool(pool, models)),
  ).flat();
}
