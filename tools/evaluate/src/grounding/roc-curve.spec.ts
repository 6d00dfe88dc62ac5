import { auroc } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rocCurve } from './summarise-grounding.js';

describe('rocCurve', () => {
  it('has one point for each different score, from nothing let through to everything', () => {
    const curve = rocCurve([
      { score: 0.9, actual: true },
      { score: 0.5, actual: true },
      { score: 0.5, actual: false },
      { score: 0.1, actual: false },
    ]);
    expect(curve.map(({ falsePositiveRate, truePositiveRate }) => [falsePositiveRate, truePositiveRate])).toEqual([
      [0, 0],
      [0, 0.5],
      [0.5, 1],
      [1, 1],
    ]);
  });

  it('encloses the area that is the AUROC', () => {
    const some = fc.array(fc.record({ score: fc.integer({ min: 0, max: 9 }), actual: fc.boolean() }), { minLength: 2 });
    fc.assert(
      fc.property(some, (rows) => {
        fc.pre(rows.some(({ actual }) => actual) && rows.some(({ actual }) => !actual));
        const curve = rocCurve(rows);
        const area = curve.slice(1).reduce((sum, to, index) => {
          const from = curve[index]!;
          const height = (from.truePositiveRate + to.truePositiveRate) / 2;
          return sum + (to.falsePositiveRate - from.falsePositiveRate) * height;
        }, 0);
        expect(area).toBeCloseTo(auroc(rows)!, 12);
      }),
    );
  });

  it('is thinned to as many points as are wanted, and keeps its ends', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ score: index, actual: index % 2 === 0 }));
    const curve = rocCurve(rows, 11);
    expect(curve).toHaveLength(11);
    expect([curve[0], curve.at(-1)]).toEqual([
      { falsePositiveRate: 0, truePositiveRate: 0 },
      { falsePositiveRate: 1, truePositiveRate: 1 },
    ]);
  });

  it('is nothing when a side does not occur', () => {
    expect(rocCurve([{ score: 1, actual: true }])).toEqual([]);
  });
});
