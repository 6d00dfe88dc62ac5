import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../metrics/statistics.js';
import { summariseValidation } from './summarise-validation.js';

const judged = (accept: boolean, accepted: boolean, confidence: number, ...claims: [boolean, boolean][]) => ({
  accept,
  accepted,
  confidence,
  claims: claims.map(([unsupported, flagged]) => ({ unsupported, flagged })),
});

const answers = [
  judged(true, true, 0.9, [false, false]),
  judged(true, false, 0.5, [false, true], [false, false]),
  judged(true, true, 1, [false, false]),
  judged(false, false, 0.2, [true, true], [false, false]),
  judged(false, true, 0.8, [true, false]),
];

describe('summariseValidation', () => {
  it('compares decisions with labels, of answers and of claims', () => {
    const { n, metrics, confusion, ci95 } = summariseValidation(answers, seededRandom(1));
    expect({ n, metrics, confusion }).toEqual({
      n: 5,
      metrics: {
        accuracy: 3 / 5,
        wronglyRejected: 1 / 3,
        wronglyAccepted: 1 / 2,
        claimsCaught: 1 / 2,
        claimsWronglyFlagged: 1 / 5,
        confidenceToShow: expect.closeTo(0.8, 12),
        confidenceNotToShow: 0.5,
      },
      confusion: { shown: 2, wronglyRejected: 1, wronglyAccepted: 1, rejected: 1 },
    });
    expect(ci95.accuracy![0]).toBeLessThan(0.6);
    expect(ci95.accuracy![1]).toBeGreaterThan(0.6);
  });

  it('has no share of nothing', () => {
    const { metrics, ci95 } = summariseValidation([judged(true, true, 1)], seededRandom(1));
    expect(metrics).toMatchObject({ accuracy: 1, wronglyAccepted: null, claimsCaught: null });
    expect(ci95.claimsCaught).toBeNull();
  });
});
