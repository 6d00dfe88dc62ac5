import { logitOf } from '@arbiter/confidence';
import type { EntailmentWeights } from '@arbiter/backends';
import type { ClaimSupport } from '../support/support-scorer.js';
import type { SupportThresholds } from '../support/support-thresholds.js';

/** Beyond these the log odds of a probability are noise of the last bit. */
const SUREST = 0.999;

/**
 * What the features and an entailment model say of a claim together: both as log odds, each less those at which it is
 * undecided, in a weighted sum (logistic stacking; Wolpert, "Stacked generalization", 1992). The result is on the scale of
 * the features, so that their thresholds, and what a domain has calibrated, hold for it as well.
 *
 * @param support by the features
 * @param entailment probability that the evidence entails the claim, 0–1
 */
export function weighEntailment(
  support: ClaimSupport,
  entailment: number,
  { features, entailment: weight, neutral }: EntailmentWeights,
  { full, partial }: SupportThresholds,
): ClaimSupport {
  const undecided = logitOf(full);
  const logit =
    undecided +
    features * (logitOf(within(support.probability)) - undecided) +
    weight * (logitOf(within(entailment)) - neutral);
  const probability = 1 / (1 + Math.exp(-logit));
  return {
    ...support,
    probability,
    support: tokenOf(probability, support, { full, partial }),
    reasoning: `${support.reasoning} Read together with them it follows with a probability of ${percent(entailment)}; both weighed, it is supported with ${percent(probability)}.`,
  };
}

function tokenOf(
  probability: number,
  { support }: ClaimSupport,
  { full, partial }: SupportThresholds,
): ClaimSupport['support'] {
  if (probability >= full) return 'fully_supported';
  // Of a claim of several sentences the features know whether one of them is supported.
  return probability >= partial || support === 'partially_supported' ? 'partially_supported' : 'no_support';
}

function within(probability: number): number {
  return Math.min(SUREST, Math.max(1 - SUREST, probability));
}

function percent(probability: number): string {
  return `${Math.round(100 * probability)} %`;
}
