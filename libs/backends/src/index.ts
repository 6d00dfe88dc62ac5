export * from './language-model-variables.js';
export * from './open-embedder.js';
export * from './open-indexes.js';
export * from './open-language-model.js';
export * from './open-reranker.js';
export * from './model-variables.js';
export * from './reranker-variables.js';
export * from './store-variables.js';
