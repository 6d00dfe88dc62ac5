import type { EvidenceChoice, EvidenceComparison } from './evidence-comparison.js';
import type { SupportFeatures, WordFeatures } from './features/support-features.js';
import type { Mismatch } from './mismatch.js';
import { computedTotal, isRight } from './mismatches/computed-totals.js';
import {
  isAkinWording,
  isNearWording,
  isSameWording,
  wordingNearness,
  type WordingNearness,
} from './mismatches/wording-nearness.js';
import { predictSupport, supportThreshold } from './model/predict-support.js';
import { SUPPORT_MODELS } from './model/support-model.js';
import type { EvidenceSentence } from './passages/evidence.js';
import type { VerbatimMatch } from './verbatim-index.js';

/** How a sentence of a claim was judged. */
export interface PartJudgement {
  /** That the evidence supports it, 0–1. */
  readonly probability: number;
  /** Probability from which it counts as supported. */
  readonly threshold: number;
  readonly by: 'wording' | 'computation' | 'features';
  readonly mismatches: readonly Mismatch[];
  /** Whether it stands so near to the wording of a sentence that what that says otherwise refutes it. */
  readonly refuted: boolean;
  /** Where the sources say it word for word. */
  readonly verbatim: readonly VerbatimMatch[];
  /** The nearest sentences, best first; empty without evidence. */
  readonly passages: readonly EvidenceSentence[];
}

/** Probability of a claim that its nearest sentence refutes: of 606 such claims of FEVER, 94 are supported after all. */
export const REFUTED = 0.15;
/** Kinds that are no other words for the same even in a sentence that is only like the claim. */
const TOLD_APART: ReadonlySet<Mismatch['kind']> = new Set(['number', 'unit', 'date', 'comparative', 'antonym']);
/** Coverage from which a claim that alone denies, denies what the passage says: 97 of 123 such pairs are not supported. */
const COVERED = 0.6;
/** A sum of numbers that stand in the sources is as sure as the words around it are near. */
const COMPUTED = 0.9;

/**
 * Word for word first; then, near the wording of a sentence, by mismatches that refute; else by the features, among which
 * mismatches lower the probability.
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
  if (!texts) return { ...judged, probability: 0, by: 'features', mismatches: [], refuted: false };
  if (verbatim[0]?.stated === true) return { ...judged, probability: 1, by: 'wording', mismatches: [], refuted: false };
  const nearness = wordingNearness(texts.claim, texts.sentence);
  const near = isNearWording(nearness);
  const found = comparison.mismatches(choice);
  const mismatches = verbatim.length > 0 ? [NOT_STATED, ...found] : found;
  const probability = predictSupport(model, { ...features });
  if (verbatim.length > 0 || found.some((mismatch) => refutes(mismatch, nearness, features))) {
    return { ...judged, probability: Math.min(probability, REFUTED), by: 'features', mismatches, refuted: true };
  }
  const total = computedTotal(texts);
  if (near && total && isRight(total)) {
    return { ...judged, probability: Math.max(probability, COMPUTED), by: 'computation', mismatches, refuted: false };
  }
  return { ...judged, probability, by: 'features', mismatches, refuted: false };
}

/** Whether a mismatch is no other words for the same: the nearer the wording, the more kinds are. */
function refutes({ kind, missing }: Mismatch, nearness: WordingNearness, features: WordFeatures): boolean {
  if (missing === true) return isSameWording(nearness);
  if (isNearWording(nearness)) return true;
  if (kind === 'negation') return features.negationAdded === 1 && features.coverage >= COVERED;
  return TOLD_APART.has(kind) && isAkinWording(nearness);
}

const NOT_STATED: Mismatch = {
  kind: 'negation',
  message: 'the source holds the words, but asks, denies or doubts them',
};
