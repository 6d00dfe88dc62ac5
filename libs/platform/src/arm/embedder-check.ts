import type { Embedder } from '@arbiter/ports';
import type { ReadinessCheck } from '../health/readiness.js';

/** Loading a model on a busy machine takes seconds, and only the first probe waits for it. */
const LOADING_MS = 15_000;

/** Ready once the model is loaded and answers. */
export function embedderCheck(embedder: Embedder): ReadinessCheck {
  return { name: 'embedder', check: (signal) => embedder.warmUp(signal), timeoutMs: LOADING_MS };
}
