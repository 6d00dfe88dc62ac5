import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judged } from '../../test/claim-support.js';
import { weighEntailment } from './entailment-support-scorer.js';

const THRESHOLDS = { full: 0.4, partial: 0.24 };
const WEIGHTS = { features: 0.8, entailment: 0.6, neutral: -1 };
/** The probability whose log odds are those at which the model is undecided. */
const NEUTRAL = 1 / (1 + Math.E);

const byFeatures = (probability: number) => judged('The lamp burns oil.', 'no_support', [], { probability });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('weighEntailment', () => {
  it('stays undecided where both are', () => {
    const { probability } = weighEntailment(byFeatures(0.4), NEUTRAL, WEIGHTS, THRESHOLDS);
    expect(probability).toBeCloseTo(0.4, 10);
  });

  it('leaves the features as they are where the model counts nothing', () => {
    const weights = { features: 1, entailment: 0, neutral: 0 };
    for (const probability of [0.05, 0.3, 0.97]) {
      expect(weighEntailment(byFeatures(probability), 0.99, weights, THRESHOLDS).probability).toBeCloseTo(
        probability,
        10,
      );
    }
  });

  it('takes the model alone where the features count nothing', () => {
    const weights = { features: 0, entailment: 1, neutral: 0 };
    const low = weighEntailment(byFeatures(0.01), 0.9, weights, THRESHOLDS);
    const high = weighEntailment(byFeatures(0.99), 0.9, weights, THRESHOLDS);
    expect(low.probability).toBe(high.probability);
    expect(low.support).toBe('fully_supported');
  });

  it('never thinks less of a claim for what speaks for it', () => {
    fc.assert(
      fc.property(share, share, share, (probability, entailment, more) => {
        const before = weighEntailment(byFeatures(probability), entailment, WEIGHTS, THRESHOLDS).probability;
        const likelier = entailment + (1 - entailment) * more;
        expect(
          weighEntailment(byFeatures(probability), likelier, WEIGHTS, THRESHOLDS).probability,
        ).toBeGreaterThanOrEqual(before);
        expect(before).toBeGreaterThan(0);
        expect(before).toBeLessThan(1);
      }),
    );
  });

  it.each([
    [0.9, 0.99, 'fully_supported'],
    [0.4, 0.2, 'partially_supported'],
    [0.05, 0.01, 'no_support'],
  ])('reads features of %p and an entailment of %p as %s', (probability, entailment, token) => {
    const weighed = weighEntailment(byFeatures(probability), entailment, WEIGHTS, THRESHOLDS);
    expect(weighed.support).toBe(token);
    expect(weighed.reasoning).toContain(`${Math.round(100 * entailment)} %`);
  });

  it('keeps a claim of which one sentence is supported at half', () => {
    const half = judged('It burns oil. It sings.', 'partially_supported', [], { probability: 0.05 });
    expect(weighEntailment(half, 0.01, WEIGHTS, THRESHOLDS).support).toBe('partially_supported');
  });
});
