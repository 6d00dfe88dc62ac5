export * from './validator-arm.config.js';
export * from './validator-arm.module.js';
export { openValidationModel, validationModelsOnDuty } from './language-model/open-validation-model.js';
export type { OnUsefulness, SeenUsefulness } from './checks/usefulness-check.js';
