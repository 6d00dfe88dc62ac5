export * from './vendor-model.suite.js';
export * from './vendor-stage.js';
export * from './vendor-steps.js';
