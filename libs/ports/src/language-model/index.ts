export * from './backed-language-model.js';
export * from './estimate-tokens.js';
export type * from './model-backend.js';
export * from './retry-policy.js';
export * from './vendor-error.js';
