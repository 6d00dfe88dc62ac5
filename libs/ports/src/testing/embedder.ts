export * from './embedder/embedder.suite.js';
export * from './embedder/fake-embedder.js';
