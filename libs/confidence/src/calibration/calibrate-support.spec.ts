import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { crossValidateSupport, fitSupport, measureSupport } from './calibrate-support.js';
import { chooseThreshold } from './choose-threshold.js';
import { applyPlatt, fitPlatt, type Outcome } from './fit-platt.js';

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Pairs at evenly spread log odds, true where those pass `best`, but for every fifth. */
function outcomesAround(best: number, count = 100): Outcome[] {
  return Array.from({ length: count }, (_, index) => {
    const logit = -4 + (8 * index) / (count - 1);
    return { probability: sigmoid(logit), actual: logit >= best !== (index % 5 === 0) };
  });
}

describe('fitPlatt', () => {
  it('finds the scaling behind outcomes', () => {
    // As many outcomes at each probability as the scaling σ(2x − 1) makes true there.
    const outcomes = [-2, -1, 0, 1, 2].flatMap((x) =>
      Array.from({ length: 1_000 }, (_, index) => ({
        probability: sigmoid(x),
        actual: index < Math.round(1_000 * sigmoid(2 * x - 1)),
      })),
    );
    const { slope, offset } = fitPlatt(outcomes);
    expect(slope).toBeCloseTo(2, 1);
    expect(offset).toBeCloseTo(-1, 1);
  });

  it('hardly moves for a handful of outcomes', () => {
    const { slope, offset } = fitPlatt([
      { probability: 0.6, actual: true },
      { probability: 0.4, actual: false },
    ]);
    expect(slope).toBeCloseTo(1, 0);
    expect(offset).toBeCloseTo(0, 1);
  });

  it('never turns the order of claims around, whatever the labels', () => {
    const outcome = fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), actual: fc.boolean() });
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 2, maxLength: 40 }), (outcomes) => {
        fc.pre(outcomes.some(({ actual }) => actual) && outcomes.some(({ actual }) => !actual));
        const scaling = fitPlatt(outcomes);
        expect(Number.isFinite(scaling.slope) && Number.isFinite(scaling.offset)).toBe(true);
        expect(applyPlatt(scaling, 0.3)).toBeLessThan(applyPlatt(scaling, 0.7));
      }),
    );
  });

  it('refuses outcomes that are all alike', () => {
    expect(() => fitPlatt([{ probability: 0.5, actual: true }])).toThrow(RangeError);
  });
});

describe('chooseThreshold', () => {
  it('moves to where the outcomes part', () => {
    expect(chooseThreshold(outcomesAround(1), 0.5)).toBeGreaterThan(sigmoid(0.3));
    expect(chooseThreshold(outcomesAround(-1), 0.5)).toBeLessThan(sigmoid(-0.3));
  });

  it('stays nearer to the shipped one, the fewer pairs there are', () => {
    const distance = (count: number): number => Math.abs(chooseThreshold(outcomesAround(2, count), 0.5) - 0.5);
    expect(distance(10)).toBeLessThan(distance(400));
  });

  it('stays where it is when it parts the outcomes best', () => {
    const outcomes = [0.1, 0.2, 0.8, 0.9].map((probability) => ({ probability, actual: probability > 0.5 }));
    expect(chooseThreshold(outcomes, 0.5)).toBeCloseTo(0.5, 10);
  });
});

describe('fitSupport', () => {
  it('decides better and forecasts better than the shipped threshold where that is wrong', () => {
    const outcomes = outcomesAround(1.5, 200);
    const before = measureSupport(outcomes, { slope: 1, offset: 0, threshold: 0.5 });
    const after = crossValidateSupport(outcomes, 0.5);
    expect(after.balancedAccuracy).toBeGreaterThan(before.balancedAccuracy + 0.03);
    expect(after.ece).toBeLessThan(before.ece);
    expect(after.threshold).toBe(fitSupport(outcomes, 0.5).threshold);
  });

  it('measures by hand-computed values', () => {
    const outcomes = [
      { probability: 0.9, actual: true },
      { probability: 0.8, actual: false },
      { probability: 0.3, actual: true },
      { probability: 0.2, actual: false },
    ];
    const { balancedAccuracy, ece } = measureSupport(outcomes, { slope: 1, offset: 0, threshold: 0.5 });
    expect(balancedAccuracy).toBeCloseTo(0.5, 12);
    // One pair a group: (.1 + .8 + .7 + .2) / 4.
    expect(ece).toBeCloseTo(0.45, 6);
  });

  it('measures no fold on what it was fitted on', () => {
    // Labels that have nothing to do with the scores: fitted on themselves they look better than chance.
    const outcomes = Array.from({ length: 60 }, (_, index) => ({
      probability: sigmoid(((index * 37) % 60) / 10 - 3),
      actual: (index * 17) % 7 < 3,
    }));
    const seen = measureSupport(outcomes, fitSupport(outcomes, 0.5));
    expect(crossValidateSupport(outcomes, 0.5).balancedAccuracy).toBeLessThan(seen.balancedAccuracy);
  });
});
