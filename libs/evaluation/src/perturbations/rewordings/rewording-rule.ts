import type { RandomSource } from '../../metrics/statistics.js';

/** A way to say the same in other words. */
export interface RewordingRule {
  readonly name: string;
  /** @returns null where it does not apply */
  reword(sentence: string, random: RandomSource): string | null;
}
