export * from './fit-token-projection.js';
export * from './run-fit.js';
