export * from './doctor.js';
export * from './start-standalone.js';
