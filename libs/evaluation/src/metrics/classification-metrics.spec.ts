import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { auroc, balancedAccuracy, f1, type Decision } from './classification-metrics.js';

/** score, predicted, actual */
const decisions = (...rows: [number, boolean, boolean][]): Decision[] =>
  rows.map(([score, predicted, actual]) => ({ score, predicted, actual }));

const mixed = decisions(
  [0.9, true, true],
  [0.8, true, false],
  [0.7, true, true],
  [0.4, false, true],
  [0.3, false, false],
  [0.2, false, false],
  [0.1, false, false],
);

describe('balancedAccuracy', () => {
  it('is the mean of what was right of each side', () => {
    expect(balancedAccuracy(mixed)).toBeCloseTo((2 / 3 + 3 / 4) / 2, 12);
  });

  it('is one half for always yes, however rare no is, and null when a side does not occur', () => {
    expect(balancedAccuracy(decisions([1, true, true], [1, true, true], [1, true, false]))).toBe(0.5);
    expect(balancedAccuracy(decisions([1, true, true]))).toBeNull();
  });
});

describe('f1', () => {
  it('is the harmonic mean of precision and recall', () => {
    expect(f1(mixed)).toBeCloseTo(2 / 3, 12);
    expect(f1(decisions([1, true, false]))).toBe(0);
    expect(f1(decisions([0, false, false]))).toBeNull();
  });
});

describe('auroc', () => {
  it('is the share of pairs in the right order', () => {
    // 3 yes × 4 no: only .8 stands above two of the yes.
    expect(auroc(mixed)).toBeCloseTo(10 / 12, 12);
  });

  it('counts equal scores half, and is null when a side does not occur', () => {
    expect(auroc(decisions([0.5, true, true], [0.5, true, false]))).toBe(0.5);
    expect(auroc(decisions([0.5, true, true]))).toBeNull();
  });

  it('agrees with counting all pairs', () => {
    const some = fc.array(fc.record({ score: fc.integer({ min: 0, max: 5 }), actual: fc.boolean() }), { minLength: 2 });
    fc.assert(
      fc.property(some, (rows) => {
        const yes = rows.filter(({ actual }) => actual);
        const no = rows.filter(({ actual }) => !actual);
        fc.pre(yes.length > 0 && no.length > 0);
        const won = yes.flatMap((a) => no.map((b) => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)));
        expect(auroc(rows)).toBeCloseTo(won.reduce<number>((sum, one) => sum + one, 0) / won.length, 12);
      }),
    );
  });
});
