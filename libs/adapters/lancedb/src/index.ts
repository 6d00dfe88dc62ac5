export * from './lance.store.js';
export type { LanceKeywordIndex } from './lance-keyword.index.js';
export type { LanceVectorIndex } from './lance-vector.index.js';
