export * from './chunk-indexes.js';
export * from './document-parser.js';
export * from './embedder.js';
export * from './entailment-model.js';
export * from './in-memory-reader.js';
export * from './language-model.js';
export * from './reader.js';
export * from './stores.js';
