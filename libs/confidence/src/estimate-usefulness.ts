import { READ_USEFULNESS_MODEL } from './read-usefulness-model.js';
import { USEFULNESS_MODEL } from './usefulness-model.js';

/** What can be seen of whether an answer answers a question; every feature 0–1 but the similarities, which are −1…1. */
export interface UsefulnessFeatures {
  /** Highest cosine of a claim with the question, both without the names that the question holds; 0 where none was read. */
  readonly similarity: number;
  /** Highest alignment of a claim, likewise; null where the embedder gives no vectors of words. */
  readonly alignment: number | null;
  /**
   * Share of the question's terms, rare ones counting more, that the one claim with its title holds which holds most, or
   * all claims together in a comparison or a chain; down to half of it where they hold none of the question's names;
   * 0 where the form of the question asks for a kind of thing.
   */
  readonly openCoverage: number;
  /** Where it does: the best product over the claims of that share and how well the claim provides the kind; else 0. */
  readonly kindCoverage: number;
  /** 1 where the form of the question asks for a kind of thing, else 0. */
  readonly asked: number;
  /** 1 for a comparison or a chain, whose answer is spread over several claims, else 0. */
  readonly spread: number;
  /** 1 when a question for a list or a procedure is answered by at least three items, else 0. */
  readonly list: number;
  /** 0 when the question says how many things it wants listed ("the seven gates") and the answer has another number, else 1. */
  readonly count: number;
  /**
   * Log odds, by a model that reads the question together with the answer, that the answer holds what is asked: the mean of
   * what it says of the whole and of the best claim; null where no model read it.
   */
  readonly answerability: number | null;
}

/** Logistic regression. */
export interface UsefulnessModel {
  readonly intercept: number;
  readonly weights: Readonly<Record<keyof UsefulnessFeatures, number>>;
  /** What stands for an alignment that is not known: the mean of the drafts that were learnt from. */
  readonly usualAlignment: number;
}

export const USEFULNESS_FEATURES: readonly (keyof UsefulnessFeatures)[] = [
  'similarity',
  'alignment',
  'openCoverage',
  'kindCoverage',
  'asked',
  'spread',
  'list',
  'count',
  'answerability',
];

/**
 * @param model for what a model has read another than for the rest, unless one is given
 * @returns probability that the answer holds what was asked for, 0–1, among as many answers that do as that do not
 */
export function estimateUsefulness(
  features: UsefulnessFeatures,
  model: UsefulnessModel = features.answerability === null ? USEFULNESS_MODEL : READ_USEFULNESS_MODEL,
): number {
  const logit = USEFULNESS_FEATURES.reduce(
    (sum, name) => sum + model.weights[name] * featureOf(features, name, model),
    model.intercept,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** An alignment that is not known counts as the usual one; what no model read counts nothing. */
export function featureOf(
  { alignment, answerability, ...known }: UsefulnessFeatures,
  name: keyof UsefulnessFeatures,
  { usualAlignment }: Pick<UsefulnessModel, 'usualAlignment'>,
): number {
  if (name === 'alignment') return alignment ?? usualAlignment;
  return name === 'answerability' ? (answerability ?? 0) : known[name];
}
