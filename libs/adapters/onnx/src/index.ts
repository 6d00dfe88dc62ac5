export { type BatchObservation, MAX_BATCH_TOKENS } from './batch-runner.js';
export * from './onnx-embedder.js';
export * from './cross-encoder/cross-encoder.reranker.js';
export * from './embedding-model.js';
export * from './reader/onnx-reader.js';
export * from './judge/onnx-judge.js';
export * from './layout/onnx-layout-model.js';
export * from './recognise/onnx-recogniser.js';
