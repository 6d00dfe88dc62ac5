export * from './backed-language-model.js';
export * from './generation-request.js';
export * from './guarded-language-model.js';
export * from './metered-language-model.js';
export { base64Of, picturesOf } from './pictures.js';
export * from './token-usage.js';
export * from './price-table.js';
export * from './vendor-error.js';
