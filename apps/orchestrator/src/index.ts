export { passOn } from './gateway/pass-on.js';
export * from './orchestrator.config.js';
export * from './orchestrator.module.js';
