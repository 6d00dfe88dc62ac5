/** Whole numbers from 0 to 2³² − 1, the same ones for the same seed on every machine. */
export type Random = () => number;

/** Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003; 32 bit, shifts 13, 17, 5. */
export function xorshift(seed: number): Random {
  // Zero is the one state that never leaves itself.
  let state = (seed ^ 0x9e3779b9) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** @returns 0 ≤ number < 1 */
export function fractionOf(random: Random): number {
  return random() / 2 ** 32;
}

/** @returns about normal, mean 0 and variance 1: a sum of three uniform ones is near enough for noise, and fast */
export function noiseOf(random: Random): number {
  return 2 * (fractionOf(random) + fractionOf(random) + fractionOf(random) - 1.5);
}
