export * from './operation-call.js';
