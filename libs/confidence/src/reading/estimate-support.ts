import { logitOf } from '../calibration/fit-platt.js';
import { SUREST_VERDICT, within } from './bounded-odds.js';
import { SUPPORT_WEIGHTS } from './judged-model.js';

/** What is known of a claim that somebody wrote in their own words. */
export interface ClaimEvidence {
  /** Probability of support by the features, 0–1. */
  readonly features: number;
  /** A mismatch near the wording of a source refutes it; in free words it often does not. */
  readonly isRefuted: boolean;
  /** Probability of support by the judge, 0–1. */
  readonly judged: number;
}

/** Weights of a logistic regression on log odds. */
export interface SupportWeights {
  readonly intercept: number;
  readonly features: number;
  readonly refuted: number;
  readonly judged: number;
}

/** Probabilities from which a claim in somebody's own words is supported, and half supported; 0–1. */
export const WRITTEN_SUPPORT = { full: 0.5, partial: 0.25 };

/** @returns probability that the sources support the claim, 0–1, where half of such claims are */
export function estimateSupport(
  { features, isRefuted, judged }: ClaimEvidence,
  weights: SupportWeights = SUPPORT_WEIGHTS,
): number {
  const sum =
    weights.intercept +
    weights.features * within(SUREST_VERDICT, logitOf(features)) +
    weights.refuted * Number(isRefuted) +
    weights.judged * within(SUREST_VERDICT, logitOf(judged));
  return 1 / (1 + Math.exp(-sum));
}
