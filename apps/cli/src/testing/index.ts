// For the specs of packages whose commands `arbiter` loads.
export * from './examples.js';
export * from './run-arbiter.js';
