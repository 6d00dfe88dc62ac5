export { extractionModelsOnDuty, openExtractionModel } from './graph/model/open-extraction-model.js';
export * from './ingestion-worker.config.js';
export * from './ingestion-reader.module.js';
export { GraphBuilder } from './graph/graph-builder.js';
export { encodeBlocks } from './pipeline/cut-document.js';
export { IngestionWorkerModule } from './ingestion-worker.module.js';
export * from './ingestion-worker.ports.js';
export type { PackSettings } from './parse/parsers-of-packs.js';
