import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pairedRandomisationTest } from './randomisation-test.js';
import { seededRandom } from './statistics.js';

const options = (seed = 1, permutations?: number) => ({
  random: seededRandom(seed),
  ...(permutations !== undefined && { permutations }),
});

describe('pairedRandomisationTest', () => {
  it.each([
    // Of 8 assignments only all plus and all minus are as far from 0.
    [[1, 1, 1], [0, 0, 0], 1, 2 / 8],
    // ±.3 ±.1 ±.1: all three alike (±.5), of 8.
    [[0.5, 0.2, 0.4], [0.2, 0.1, 0.3], 0.5 / 3, 2 / 8],
    // .3 − .1 = .2: every one of the 4 assignments is at least as far.
    [[0.3, 0], [0, 0.1], 0.1, 1],
    // The pair without a difference changes nothing.
    [[1, 1, 1, 5], [0, 0, 0, 5], 0.75, 2 / 8],
    [[2], [2], 0, 1],
  ])('of %p and %p is exact', (a, b, difference, pValue) => {
    const test = pairedRandomisationTest(a, b, options());
    expect(test.difference).toBeCloseTo(difference, 12);
    expect(test.pValue).toBe(pValue);
  });

  it.each([
    // Only all minus falls as far, of 8.
    [[0, 0, 0], [1, 1, 1], 1 / 8],
    // −.5 +.2 = −.3: both minus, and this one, of 4.
    [[0, 0.2], [0.5, 0], 2 / 4],
    [[1, 1, 1], [0, 0, 0], 1],
  ])('of a fall from %p to %p alone is exact', (a, b, pValue) => {
    expect(pairedRandomisationTest(a, b, { ...options(), alternative: 'less' }).pValue).toBe(pValue);
  });

  it('estimates what counting all assignments gives', () => {
    const random = seededRandom(7);
    const a = Array.from({ length: 14 }, random);
    const b = a.map((value) => value - 0.4 * random() + 0.1);
    const exact = pairedRandomisationTest(a, b, options(1, 2 ** 14)).pValue;
    const estimated = pairedRandomisationTest(a, b, options(1, 8_000)).pValue;
    expect(exact).toBeGreaterThan(0.005);
    expect(exact).toBeLessThan(0.5);
    expect(Math.abs(estimated - exact)).toBeLessThan(3 * Math.sqrt((exact * (1 - exact)) / 8_000));
  });

  it('says the same either way round, and the same for the same seed', () => {
    const figures = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(figures, fc.nat(), (pairs, seed) => {
        const a = pairs.map(([one]) => one);
        const b = pairs.map(([, other]) => other);
        const forth = pairedRandomisationTest(a, b, options(seed, 500));
        const back = pairedRandomisationTest(b, a, options(seed, 500));
        expect(back.pValue).toBe(forth.pValue);
        expect(back.difference).toBeCloseTo(-forth.difference, 12);
        expect(forth.pValue).toBeGreaterThan(0);
        expect(forth.pValue).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is rarely below .05 when there is no difference', () => {
    const random = seededRandom(3);
    const rejected = Array.from({ length: 200 }, (_, seed) => {
      const a = Array.from({ length: 40 }, random);
      const b = Array.from({ length: 40 }, random);
      return pairedRandomisationTest(a, b, options(seed, 500)).pValue < 0.05;
    }).filter(Boolean).length;
    // 10 are expected; 21 or more have a chance below .001.
    expect(rejected).toBeLessThan(21);
  });

  it.each([
    [[1], [1, 2]],
    [[], []],
  ])('refuses %p and %p', (a, b) => {
    expect(() => pairedRandomisationTest(a, b, options())).toThrow(RangeError);
  });
});
