export * from './validator-arm.config.js';
export * from './validator-arm.module.js';
export { openValidationModel, validationModelsOnDuty } from './language-model/open-validation-model.js';
export type { OnAnswerRead, SeenAnswer } from './checks/usefulness-check.js';
