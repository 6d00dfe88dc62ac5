import { availableParallelism } from 'node:os';
import { OnnxEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.js';
import { PACKAGED_MODELS } from './packaged-models.js';

/** More threads take memory that little waits for: each holds the network. */
export const MOST_USEFUL_THREADS = 4;

/**
 * The embedder that needs nothing but this machine: bge-small-en-v1.5 unless another model is given, on as many cores as
 * there are, up to four. Nothing is read or started before the first call (or `warmUp`).
 */
export function createOnnxEmbedder(options: Partial<OnnxEmbedderOptions> = {}): OnnxEmbedder {
  return new OnnxEmbedder({
    model: PACKAGED_MODELS[0],
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}
