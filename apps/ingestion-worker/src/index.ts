export { extractionModelsOnDuty, openExtractionModel } from './graph/model/open-extraction-model.js';
export * from './ingestion-worker.config.js';
export * from './ingestion-reader.module.js';
export { IngestionWorkerModule } from './ingestion-worker.module.js';
export * from './ingestion-worker.ports.js';
