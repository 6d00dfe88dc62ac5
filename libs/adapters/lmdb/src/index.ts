export { LmdbEmbeddingCache, type LmdbEmbeddingCacheOptions } from './lmdb-embedding.cache.js';
