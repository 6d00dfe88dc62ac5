export { MAX_BATCH_TOKENS, type BatchObservation } from './batch-runner.js';
export * from './create-onnx-embedder.js';
export * from './cross-encoder/create-cross-encoder.js';
export * from './cross-encoder/cross-encoder.reranker.js';
export type * from './embedding-model.js';
export type * from './model-folder.js';
export * from './entailment/create-entailment-model.js';
export * from './entailment/onnx-entailment-model.js';
export * from './onnx-embedder.js';
