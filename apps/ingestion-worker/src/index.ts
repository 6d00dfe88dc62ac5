export * from './ingestion-worker.config.js';
export * from './ingestion-reader.module.js';
export * from './ingestion-worker.module.js';
