export { alignClaim, type Alignment, type SentenceVectors } from './alignment/align-claim.js';
export { bestProducts, vectorsWithin, type EncodedPieces } from './alignment/piece-vectors.js';
export {
  FEATURE_SIGNS,
  nearestPassage,
  supportFeatures,
  wordFeatures,
  type NearestPassage,
  type SupportFeatures,
  type WordFeatures,
} from './features/support-features.js';
export { mentionsIn, type TextMentions } from './mentions/text-mentions.js';
export { claimPart, type ClaimPart, claimParts, cutSentences } from './passages/cut-sentences.js';
export { EvidenceWindows, type EvidenceWindow } from './passages/evidence-windows.js';
export { Evidence, type EvidenceSentence, type EvidenceSource } from './passages/evidence.js';
export { readWords, type Word } from './passages/read-words.js';
export { selectEvidence } from './passages/select-evidence.js';
export { rarityOfStem } from './rarity/background-rarity.js';
export { EvidenceComparison, type EvidenceChoice } from './evidence-comparison.js';
export type { ComparedTexts, Mismatch } from './mismatch.js';
export { findMismatches } from './mismatches/find-mismatches.js';
export { isNearWording, wordingNearness, type WordingNearness } from './mismatches/wording-nearness.js';
export { judgePart, REFUTED, type PartJudgement } from './judge-part.js';
export {
  predictSupport,
  scaledProbability,
  supportThreshold,
  type SupportModel,
  type SupportScaling,
} from './model/predict-support.js';
export { SUPPORT_MODELS } from './model/support-model.js';
export { VerbatimIndex, type VerbatimMatch } from './verbatim-index.js';
export { excludeEachOther } from './mentions/antonyms.js';
