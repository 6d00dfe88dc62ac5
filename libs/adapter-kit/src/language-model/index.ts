export * from './backed-language-model.js';
export * from './estimate-request-tokens.js';
export * from './metered-language-model.js';
export type * from './model-backend.js';
export * from './model-usage-of.js';
export * from './price-table.js';
export * from './vendor-error.js';
