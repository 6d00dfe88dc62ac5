export { armChecks, libraryCheck } from './readiness.js';
export { limitQuestions } from './limit-questions.js';
export { passOn } from './gateway/pass-on.js';
export { mountMcp } from './mcp/mount-mcp.js';
export * from './orchestrator.config.js';
export * from './bind-ports.js';
export * from './orchestrator.module.js';
export { shippedToolOf } from './tools/pack-tools.js';
export { takenToolNames } from './tools/create-tools.js';
