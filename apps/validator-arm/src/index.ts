export * from './validator-arm.config.js';
export * from './validator-arm.module.js';
export { openValidationModel } from './language-model/open-validation-model.js';
export { FeatureChecker } from './checks/feature-checker.js';
export { predictUsefulness, USEFULNESS_FEATURES, type UsefulnessModel } from './checks/predict-usefulness.js';
export type { UsefulnessFeatures } from './checks/usefulness-features.js';
export { extractClaims } from './claims/extract-claims.js';
export { GroundingSupportScorer } from './support/grounding-support-scorer.js';
