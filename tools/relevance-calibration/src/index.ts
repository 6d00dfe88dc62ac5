export * from './calibrate.js';
export * from './collect-pools.js';
export * from './run-calibration.js';
