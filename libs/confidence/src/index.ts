export { decideGate, type GateDecision, type GateInput } from './decide-gate.js';
export {
  DEFAULT_ACCEPT_THRESHOLD,
  scoreChecks,
  type CheckedAnswer,
  type CheckScore,
  type CheckWeights,
} from './score-checks.js';
export {
  estimateRightness,
  fromThreshold,
  judgedFeatures,
  readRightnessFeatures,
  type AnswerOrigin,
  RIGHTNESS_FEATURES,
  type RightnessFeatures,
  type RightnessModel,
  type RightnessModels,
} from './reading/estimate-rightness.js';
export {
  estimateSentence,
  readSentenceFeatures,
  type SentenceFeatures,
  type SentenceModel,
  type SentenceModels,
} from './reading/estimate-sentence.js';
export {
  estimateSupport,
  WRITTEN_SUPPORT,
  type ClaimEvidence,
  type SupportWeights,
} from './reading/estimate-support.js';
export { RIGHTNESS_MODELS } from './reading/rightness-model.js';
export { limitConfidence, type ConfidenceLimits, type LimitedConfidence } from './reading/limit-confidence.js';
export {
  estimateRelevance,
  monotoneAlongRank,
  relevanceModelsOf,
  type FittedRelevanceModels,
  type RelevanceEvidence,
  type RelevanceModels,
} from './estimate-relevance.js';
export {
  fitLogistic,
  predictLogistic,
  type LabelledExample,
  type LogisticFitOptions,
  type LogisticModel,
} from './calibration/fit-logistic.js';
export {
  crossValidateSupport,
  fitSupport,
  measureSupport,
  type FittedSupport,
  type SupportFigures,
} from './calibration/calibrate-support.js';
export {
  applyPlatt,
  fitPlatt,
  IDENTITY_SCALING,
  logitOf,
  type Outcome,
  type PlattScaling,
} from './calibration/fit-platt.js';
export { bestThresholds, chooseThreshold, type ScoredOutcome } from './calibration/choose-threshold.js';
