export { decideGate, type GateDecision, type GateInput } from './decide-gate.js';
export {
  DEFAULT_ACCEPT_THRESHOLD,
  scoreConfidence,
  type Confidence,
  type ConfidenceInput,
} from './score-confidence.js';
export {
  estimateRelevance,
  monotoneAlongRank,
  type RelevanceEvidence,
  type RelevanceModels,
} from './estimate-relevance.js';
export {
  estimateUsefulness,
  featureOf,
  USEFULNESS_FEATURES,
  type UsefulnessFeatures,
  type UsefulnessModel,
} from './estimate-usefulness.js';
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
export { bestThresholds, type ScoredOutcome } from './calibration/best-thresholds.js';
export { chooseThreshold } from './calibration/choose-threshold.js';
