export * from './chunk-indexes/chunk.fixture.js';
export * from './chunk-indexes/in-memory-keyword-index.js';
export * from './chunk-indexes/in-memory-vector-index.js';
export * from './chunk-indexes/keyword-index.suite.js';
export * from './chunk-indexes/vector-index.suite.js';
export { randomFilter, randomMetadata } from './chunk-indexes/filters.suite.js';
export { seededRandom } from './seeded-random.js';
