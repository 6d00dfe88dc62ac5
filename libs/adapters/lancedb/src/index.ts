export { LanceMultiVectorIndex } from './lance-multi-vector.index.js';
export { LanceKeywordIndex } from './lance-keyword.index.js';
export { LanceVectorIndex } from './lance-vector.index.js';
export { LanceStore, type LanceStoreOptions } from './lance.store.js';
