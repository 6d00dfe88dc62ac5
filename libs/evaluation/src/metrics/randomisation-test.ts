import type { RandomSource } from './statistics.js';

export interface RandomisationTest {
  /** Mean of a − b. */
  readonly difference: number;
  /** Chance of a difference at least as large, in the direction asked for, if both systems were the same. 0–1. */
  readonly pValue: number;
}

/** Alternative hypothesis of the test: a difference either way, or a below b. */
export type Alternative = 'two-sided' | 'less';

export interface RandomisationOptions {
  readonly random: RandomSource;
  /** Default `two-sided`. */
  readonly alternative?: Alternative;
  /** Default 10,000: a p of .05 then has a standard error of .002. */
  readonly permutations?: number;
}

const DEFAULT_PERMUTATIONS = 10_000;

/** Sums that differ by less are equal: they were added in another order. */
const EPSILON = 1e-9;

/**
 * Fisher's paired randomisation test (Smucker, Allan and Carterette, CIKM 2007): were the two systems the same,
 * each pair could as well have come the other way round. Every assignment of signs is tried when there are no more than
 * `permutations` of them, and the p is exact; else so many random ones, and the observed one is counted among them so that
 * p is never 0 (Phipson and Smyth, SAGMB 2010).
 *
 * @param a figure of the one system for each query
 * @param b figure of the other for the same queries, in the same order
 * @throws RangeError when the two are not equally long, or empty
 */
export function pairedRandomisationTest(
  a: readonly number[],
  b: readonly number[],
  { random, alternative = 'two-sided', permutations = DEFAULT_PERMUTATIONS }: RandomisationOptions,
): RandomisationTest {
  if (a.length !== b.length || a.length === 0) throw new RangeError('the two lists must be equally long and not empty');
  const differences = a.map((value, index) => value - (b[index] ?? Number.NaN));
  const observed = differences.reduce((sum, difference) => sum + difference, 0);
  const difference = observed / a.length;
  // A pair without a difference is the same either way round.
  const moving = differences.filter((one) => one !== 0);
  const isAsExtreme = (sum: number): boolean =>
    alternative === 'less' ? sum <= observed + EPSILON : Math.abs(sum) >= Math.abs(observed) - EPSILON;
  const all = 2 ** moving.length;
  let asExtreme = 0;
  if (all <= permutations) {
    for (let signs = 0; signs < all; signs++) {
      const sum = moving.reduce((total, one, index) => total + ((signs >> index) & 1 ? one : -one), 0);
      if (isAsExtreme(sum)) asExtreme += 1;
    }
    return { difference, pValue: asExtreme / all };
  }
  for (let permutation = 0; permutation < permutations; permutation++) {
    let sum = 0;
    for (const one of moving) sum += random() < 0.5 ? one : -one;
    if (isAsExtreme(sum)) asExtreme += 1;
  }
  return { difference, pValue: (asExtreme + 1) / (permutations + 1) };
}
