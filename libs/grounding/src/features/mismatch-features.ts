import type { Mismatch } from '../mismatch.js';

/** What the claim says otherwise than the sentence whose wording is nearest, however near that is. */
export interface MismatchFeatures {
  /** Mismatches of every kind, 0–3. */
  readonly mismatches: number;
  /** Those of them for which the sentence has something else, 0–3. */
  readonly contradictions: number;
}

const MOST = 3;

export function mismatchFeatures(found: readonly Mismatch[]): MismatchFeatures {
  return {
    mismatches: Math.min(MOST, found.length),
    contradictions: Math.min(MOST, found.filter(({ missing }) => missing !== true).length),
  };
}
