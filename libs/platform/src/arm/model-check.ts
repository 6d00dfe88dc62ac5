import type { ReadinessCheck } from '../health/readiness.js';

/** Loading a model on a busy machine takes seconds, and only the first probe waits for it. */
const LOADING_MS = 15_000;

/** Ready once the model is loaded and answers. */
export function modelCheck(
  name: string,
  model: { readonly warmUp: (signal: AbortSignal) => Promise<void> },
): ReadinessCheck {
  return { name, check: (signal) => model.warmUp(signal), timeoutMs: LOADING_MS };
}
