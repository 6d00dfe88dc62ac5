export * from './create-onnx-embedder.js';
export type * from './embedding-model.js';
export * from './onnx-embedder.js';
