export * from './baseline-file.js';
export * from './compare-with-baseline.js';
export * from './measure-set.js';
export * from './quality-sets.js';
