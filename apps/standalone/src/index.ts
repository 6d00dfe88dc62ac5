export * from './doctor.js';
export * from './effective-configuration.js';
export * from './start-standalone.js';
