export * from './benchmark.js';
