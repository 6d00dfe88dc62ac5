export * from './answer-sets.js';
export * from './baseline-file.js';
export * from './compare-outcomes.js';
export * from './compare-with-baseline.js';
export * from './measure-set.js';
export * from './outcome-baseline.js';
export * from './quality-sets.js';
