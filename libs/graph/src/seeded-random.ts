/** Numbers in [0, 1), one a call. */
export type Random = () => number;

const TWO_TO_THE_32 = 2 ** 32;
/** Increment of splitmix, the golden ratio as a fraction of 2³². */
const GOLDEN_RATIO = 0x9e3779b9;

/**
 * xoshiro128** of Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021, with its state filled by
 * splitmix. The numbers are the same on every machine.
 *
 * @param seed a safe integer
 * @returns multiples of 2⁻³²; the period is 2¹²⁸ − 1
 * @throws RangeError when the seed is no safe integer
 */
export function seededRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be a safe integer, got ${seed}`);
  let state = seed | 0;
  const next = (): number => {
    state = (state + GOLDEN_RATIO) | 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  let [a, b, c] = [next(), next(), next()];
  // The upper half of the seed, so that seeds beyond 2³² differ too.
  let d = next() ^ Math.floor(seed / TWO_TO_THE_32);
  return () => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result >>> 0) / TWO_TO_THE_32;
  };
}
