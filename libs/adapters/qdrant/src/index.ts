export * from './qdrant-vector.index.js';
export { DEFAULT_PREFIX, type HnswOptions, type QdrantOptions, type QuantisationOptions } from './qdrant-options.js';
export { QdrantMultiVectorIndex } from './qdrant-multi-vector.index.js';
