import type { EvidenceChoice, EvidenceComparison } from './evidence-comparison.js';
import type { SupportFeatures, WordFeatures } from './features/support-features.js';
import { findMismatches } from './mismatches/find-mismatches.js';
import { computedTotal, isRight } from './mismatches/computed-totals.js';
import type { Mismatch } from './mismatches/mismatch.js';
import { isNearWording, wordingNearness } from './mismatches/wording-nearness.js';
import { predictSupport, supportThreshold } from './model/predict-support.js';
import { SUPPORT_MODELS } from './model/support-model.js';
import type { EvidenceSentence } from './passages/evidence.js';
import type { VerbatimMatch } from './verbatim/verbatim-index.js';

/** How a sentence of a claim was judged. */
export interface PartJudgement {
  /** That the evidence supports it, 0–1. */
  readonly probability: number;
  /** Probability from which it counts as supported. */
  readonly threshold: number;
  readonly by: 'wording' | 'computation' | 'features';
  readonly mismatches: readonly Mismatch[];
  /** Whether the claim stands so near to the wording of a sentence that a mismatch refutes it. */
  readonly near: boolean;
  /** Where the sources say it word for word. */
  readonly verbatim: readonly VerbatimMatch[];
  /** The nearest sentences, best first; empty without evidence. */
  readonly passages: readonly EvidenceSentence[];
}

/** What is left of a claim that its nearest sentence refutes. */
const REFUTED = 0.03;
/** A sum of numbers that stand in the sources is as sure as the words around it are near. */
const COMPUTED = 0.9;

/**
 * Word for word first; then, near the wording of a sentence, by mismatches, each of which refutes; else by the features,
 * which mismatches lower.
 *
 * @param features with those of vectors, or of words alone where there are none
 */
export function judgePart(
  comparison: EvidenceComparison,
  choice: EvidenceChoice,
  features: SupportFeatures | WordFeatures,
): PartJudgement {
  const model = 'alignment' in features ? SUPPORT_MODELS.withVectors : SUPPORT_MODELS.byWords;
  const threshold = supportThreshold(model);
  const { window } = choice.nearest;
  const sentence = comparison.nearestWording(choice);
  const passages = sentence === null ? [] : [sentence, ...window.filter((other) => other !== sentence)];
  const verbatim = comparison.verbatim.find(choice.part.text);
  const texts = comparison.compared(choice);
  const judged = { threshold, verbatim, passages };
  if (!texts) return { ...judged, probability: 0, by: 'features', mismatches: [], near: false };
  if (verbatim[0]?.stated === true) return { ...judged, probability: 1, by: 'wording', mismatches: [], near: true };
  const near = isNearWording(wordingNearness(texts.claim, texts.sentence));
  const found = findMismatches(texts);
  const mismatches = verbatim.length > 0 ? [NOT_STATED, ...found] : found;
  const probability = predictSupport(model, { ...features });
  if ((near || verbatim.length > 0) && mismatches.length > 0) {
    return { ...judged, probability: Math.min(probability, REFUTED), by: 'features', mismatches, near: true };
  }
  const total = computedTotal(texts);
  if (near && total && isRight(total)) {
    return { ...judged, probability: Math.max(probability, COMPUTED), by: 'computation', mismatches, near };
  }
  return { ...judged, probability, by: 'features', mismatches, near };
}

const NOT_STATED: Mismatch = {
  kind: 'negation',
  message: 'the source holds the words, but asks, denies or doubts them',
};
