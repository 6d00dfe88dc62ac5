export * from './caching-embedder.js';
export * from './chunk-index.js';
export * from './lru-cache.js';
