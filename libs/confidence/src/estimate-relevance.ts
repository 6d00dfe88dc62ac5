import { MODEL as ALL_MINILM_L6_V2 } from './relevance/all-minilm-l6-v2.model.js';
import { MODEL as BGE_SMALL_EN_V1_5 } from './relevance/bge-small-en-v1.5.model.js';

/** Evidence from which the relevance of a passage is estimated. */
export interface RelevanceEvidence {
  /** Cosine with the query; null when no vectors were searched. */
  readonly cosine: number | null;
  /** Share of the query's terms, weighted by rarity, that the passage, its title or its section holds; 0–1. */
  readonly coverage: number;
}

/** Logistic regressions of "the answer rests on this passage", every weight ≥ 0. */
export interface RelevanceModels {
  /** Null if no regression has been fitted to the cosines of the embedding model. */
  readonly withVectors: { readonly intercept: number; readonly cosine: number; readonly coverage: number } | null;
  readonly withoutVectors: { readonly intercept: number; readonly coverage: number };
}

/** As they are fitted: with the cosines of one embedding model. */
export interface FittedRelevanceModels extends RelevanceModels {
  readonly withVectors: NonNullable<RelevanceModels['withVectors']>;
}

/** A cosine of .5 is near for one embedding model and far for another. */
const MODELS: Readonly<Record<string, RelevanceModels>> = {
  'all-MiniLM-L6-v2': ALL_MINILM_L6_V2,
  'bge-small-en-v1.5': BGE_SMALL_EN_V1_5,
};

/** @returns of an embedding model that is not packaged, what words alone tell */
export function relevanceModelsOf(embeddingModel: string): RelevanceModels {
  return MODELS[embeddingModel] ?? { ...BGE_SMALL_EN_V1_5, withVectors: null };
}

/**
 * Probability that a passage which a search shows is evidence, were evidence as frequent as among the weighted examples
 * of the fit (a share of .6). Where its share is π instead, the odds are to be multiplied by (π / (1 − π)) / 1.5: the
 * ranking stays, and a share of an eighth, as in searches of the training sets, turns .91 into .5.
 *
 * The estimate rests on what means the same in every library and with or without reranking. The score of late
 * interaction, the coverage within the best sentence and that of names alone were tried and told nothing more; what
 * the weights were fitted on, and how well they do, stands with them.
 *
 * @returns 0–1, rising with either kind of evidence
 */
export function estimateRelevance({ cosine, coverage }: RelevanceEvidence, models: RelevanceModels): number {
  const { withVectors, withoutVectors } = models;
  const logit =
    cosine === null || withVectors === null
      ? withoutVectors.intercept + withoutVectors.coverage * coverage
      : withVectors.intercept + withVectors.cosine * cosine + withVectors.coverage * coverage;
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Makes estimates agree with a ranking: the lowest sequence that never rises along it and is nowhere below an estimate,
 * which is the highest estimate from each rank on. The ranking knows more than the estimates, so one that it puts above
 * a sure passage is worth as much; averaging (pooling adjacent violators) would hide the sure passage instead. On
 * held out questions the highest estimate keeps more evidence at the same share of refused questions, and is nearer to
 * what comes true.
 *
 * @param values in rank order, best first
 * @returns as many values, non-increasing; the input is left as it was
 */
export function monotoneAlongRank(values: readonly number[]): number[] {
  let highest = -Infinity;
  return values.map((_, index) => (highest = Math.max(highest, values.at(-1 - index) ?? -Infinity))).reverse();
}
