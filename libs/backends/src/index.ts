export * from './open-embedder.js';
export * from './open-indexes.js';
export * from './model-variables.js';
export * from './store-variables.js';
