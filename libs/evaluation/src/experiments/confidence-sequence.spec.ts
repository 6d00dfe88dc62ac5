import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom, type RandomSource } from '../metrics/statistics.js';
import { confidenceSequence } from './confidence-sequence.js';

const ALPHA = 0.05;
const draw = (random: RandomSource, chance: number): number => (random() < chance ? 1 : 0);

const OBSERVATIONS = 400;
const EXPERIMENTS = 400;

function simulate(seed: number, observe: (random: RandomSource) => number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: EXPERIMENTS }, () => Array.from({ length: OBSERVATIONS }, () => observe(random)));
}

function shareOf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.filter(holds).length / all.length;
}

/** Whether a test for a fixed number of observations, |z| ≥ 1.96, ever speaks against a mean of 0 to somebody who peeks. */
function fixedSizeTestEverAlarms(seen: readonly number[]): boolean {
  let [sum, squares] = [0, 0];
  return seen.some((value, index) => {
    sum += value;
    squares += value * value;
    const n = index + 1;
    const variance = (squares - (sum * sum) / n) / (n - 1);
    return n >= 10 && Math.abs(sum / n) >= 1.96 * Math.sqrt(variance / n);
  });
}

describe('confidenceSequence', () => {
  it('says no less later than it has said before, so that the last look tells of all', () => {
    for (const seen of simulate(3, (random) => draw(random, 0.3)).slice(0, 3)) {
      let before = confidenceSequence([]);
      for (let n = 1; n <= 150; n += 1) {
        const now = confidenceSequence(seen.slice(0, n));
        expect(now.pValue).toBeLessThanOrEqual(before.pValue);
        expect(now.interval[0]).toBeGreaterThanOrEqual(before.interval[0]);
        expect(now.interval[1]).toBeLessThanOrEqual(before.interval[1]);
        before = now;
      }
    }
  });

  it('raises no more false alarms than alpha when somebody looks after every observation', () => {
    const experiments = simulate(7, (random) => draw(random, 0.3) - draw(random, 0.3));
    const alarmed = shareOf(
      experiments,
      (seen) => confidenceSequence(seen, { range: [-1, 1], alpha: ALPHA }).pValue <= ALPHA,
    );
    expect(alarmed).toBeLessThanOrEqual(ALPHA);
    // A test for a fixed number of observations, looked at as often, fails.
    expect(shareOf(experiments, fixedSizeTestEverAlarms)).toBeGreaterThan(4 * ALPHA);
  });

  it.each([0.02, 0.5, 0.9])('holds a mean of %p at all times in all but alpha of the experiments', (chance) => {
    const missed = shareOf(
      simulate(5, (random) => draw(random, chance)),
      (seen) => {
        const [low, high] = confidenceSequence(seen, { alpha: ALPHA }).interval;
        return chance < low || chance > high;
      },
    );
    expect(missed).toBeLessThanOrEqual(ALPHA);
  });

  it('finds an effect that is there', () => {
    const found = shareOf(
      simulate(11, (random) => draw(random, 0.5) - draw(random, 0.25)),
      (seen) => confidenceSequence(seen, { range: [-1, 1], alpha: ALPHA }).interval[0] > 0,
    );
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it('has a p value of at most alpha exactly when the interval leaves the hypothesis out', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (seen, hypothesis) => {
        const { interval, pValue } = confidenceSequence(seen, { null: hypothesis, alpha: 0.2 });
        const [low, high] = interval;
        fc.pre(Math.min(Math.abs(hypothesis - low), Math.abs(hypothesis - high)) > 1e-6);
        expect(pValue <= 0.2).toBe(hypothesis < low || hypothesis > high);
      }),
    );
  });

  it('becomes narrower with more observations and wider with a smaller alpha', () => {
    const seen = Array.from({ length: 400 }, (_, index) => (index % 4 === 0 ? 1 : 0));
    const widthOf = (values: readonly number[], alpha: number): number => {
      const [low, high] = confidenceSequence(values, { alpha }).interval;
      return high - low;
    };
    expect(widthOf(seen, ALPHA)).toBeLessThan(widthOf(seen.slice(0, 40), ALPHA));
    expect(widthOf(seen, 0.01)).toBeGreaterThan(widthOf(seen, ALPHA));
    expect(confidenceSequence(seen).mean).toBe(0.25);
  });

  it('scales with the range', () => {
    const seen = [1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
    const [low, high] = confidenceSequence(seen).interval;
    const wide = confidenceSequence(
      seen.map((value) => 4 * value - 2),
      { range: [-2, 2] },
    ).interval;
    expect(wide).toEqual([expect.closeTo(4 * low - 2, 6), expect.closeTo(4 * high - 2, 6)]);
  });

  it('knows nothing without an observation', () => {
    expect(confidenceSequence([])).toEqual({ n: 0, mean: null, interval: [0, 1], pValue: 1 });
  });

  it.each([
    ['an observation above the range', [1.1], {}],
    ['one that is no number', [Number.NaN], {}],
    ['an empty range', [0], { range: [1, 1] as const }],
    ['an alpha of 0', [0], { alpha: 0 }],
    ['a hypothesis outside the range', [0], { null: 2 }],
  ])('refuses %s', (_, seen, options) => {
    expect(() => confidenceSequence(seen, options)).toThrow(RangeError);
  });
});
