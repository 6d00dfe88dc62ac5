export { passOn } from './gateway/pass-on.js';
export * from './orchestrator.config.js';
export * from './orchestrator.module.js';
export { QueryPipeline, type PipelinePorts } from './query/pipeline.service.js';
