import { availableParallelism } from 'node:os';
import { ALL_MINILM_L6_V2 } from '@arbiter/models-all-minilm-l6-v2';
import { OnnxEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.js';

/** Beyond this the products of a small model are too small to share. */
export const MOST_USEFUL_THREADS = 4;

/**
 * The embedder that needs nothing but this machine: all-MiniLM-L6-v2 unless another model is given, on as many cores as
 * there are, up to four. Nothing is read or started before the first call (or `warmUp`).
 */
export function createOnnxEmbedder(options: Partial<OnnxEmbedderOptions> = {}): OnnxEmbedder {
  return new OnnxEmbedder({
    model: ALL_MINILM_L6_V2,
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}
