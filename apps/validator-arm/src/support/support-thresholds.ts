import { SUPPORT_MODELS, supportThreshold } from '@arbiter/grounding';
import type { Embedder } from '@arbiter/ports';

/** Probabilities from which a claim is supported, and half supported; 0–1, `full` above `partial`. */
export interface SupportThresholds {
  readonly full: number;
  readonly partial: number;
}

/** Share of the probability of support from which a claim is half supported. */
export const HALF = 0.6;

/** The shipped ones, which depend on what the embedder can tell of words. */
export function supportThresholdsOf({ canEncode }: Pick<Embedder, 'canEncode'>): SupportThresholds {
  const full = supportThreshold(canEncode ? SUPPORT_MODELS.withVectors : SUPPORT_MODELS.byWords);
  return { full, partial: HALF * full };
}
