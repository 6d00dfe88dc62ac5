import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expectedCalibrationError, reliabilityTable, type Forecast } from './calibration.js';

const forecasts = (...rows: [number, boolean][]): Forecast[] =>
  rows.map(([probability, actual]) => ({ probability, actual }));

const four = forecasts([0.1, false], [0.2, true], [0.8, true], [1, true]);

describe('reliabilityTable', () => {
  it('of equal width leaves out empty bins, and puts 1 into the last', () => {
    expect(reliabilityTable(four, { binning: 'equal-width', bins: 4 })).toEqual([
      { low: 0, high: 0.25, count: 2, meanProbability: expect.closeTo(0.15), observed: 0.5 },
      { low: 0.75, high: 1, count: 2, meanProbability: 0.9, observed: 1 },
    ]);
  });

  it('of equal mass spans the forecasts that it holds', () => {
    expect(reliabilityTable(four, { binning: 'equal-mass', bins: 2 })).toEqual([
      { low: 0.1, high: 0.2, count: 2, meanProbability: expect.closeTo(0.15), observed: 0.5 },
      { low: 0.8, high: 1, count: 2, meanProbability: 0.9, observed: 1 },
    ]);
  });

  it('never divides equal forecasts', () => {
    const same = forecasts([0.5, true], [0.5, false], [0.5, true], [0.9, true]);
    expect(reliabilityTable(same, { binning: 'equal-mass', bins: 4 }).map(({ count }) => count)).toEqual([3, 1]);
  });

  it('counts every forecast once', () => {
    const any = fc.array(fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), actual: fc.boolean() }));
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 15 }), (rows, bins) => {
        for (const binning of ['equal-width', 'equal-mass'] as const) {
          const table = reliabilityTable(rows, { binning, bins });
          expect(table.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
          for (const { low, high, meanProbability } of table) {
            expect(meanProbability).toBeGreaterThanOrEqual(low - 1e-9);
            expect(meanProbability).toBeLessThanOrEqual(high + 1e-9);
          }
        }
      }),
    );
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses %p', (probability) => {
    expect(() => reliabilityTable([{ probability, actual: true }], { binning: 'equal-width' })).toThrow(RangeError);
  });
});

describe('expectedCalibrationError', () => {
  it('weights the distance of each bin by its forecasts', () => {
    const rows = [...four, ...forecasts([0.9, false], [0.9, true])];
    // .35 of 2 and |.9 − .75| of 4.
    const expected = (2 * 0.35 + 4 * 0.15) / 6;
    expect(expectedCalibrationError(rows, { binning: 'equal-width', bins: 4 })).toBeCloseTo(expected, 12);
  });

  it('is 0 when what is said comes true, 1 when the opposite does, null of nothing', () => {
    const sure = forecasts([1, true], [0, false]);
    const wrong = forecasts([1, false], [0, true]);
    expect(expectedCalibrationError(sure, { binning: 'equal-mass' })).toBe(0);
    expect(expectedCalibrationError(wrong, { binning: 'equal-mass' })).toBe(1);
    expect(expectedCalibrationError([], { binning: 'equal-width' })).toBeNull();
  });
});
