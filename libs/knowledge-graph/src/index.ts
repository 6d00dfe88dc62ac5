export * from './ranking/question-target.js';
export * from './ranking/rank-entities.js';
export { buildSnapshot, type BuildOptions, type GraphDocument, versionOf } from './snapshot/build-snapshot.js';
export { decodeSnapshot, encodeSnapshot } from './snapshot/encode-snapshot.js';
export * from './snapshot/graph-snapshot.js';
export * from './views/preview.js';
export * from './world/knowledge-graph.js';
export * from './world/world.js';
