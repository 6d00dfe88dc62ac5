import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitLogistic, predictLogistic, type LabelledExample } from './fit-logistic.js';

const repeated = (count: number, features: number[], actual: boolean): LabelledExample[] =>
  Array.from({ length: count }, () => ({ features, actual }));

/** Of four cases without the feature one comes true, of four with it three. */
const table = [
  ...repeated(1, [0], true),
  ...repeated(3, [0], false),
  ...repeated(3, [1], true),
  ...repeated(1, [1], false),
];

describe('fitLogistic', () => {
  it('finds the log odds of a two by two table', () => {
    const { intercept, weights } = fitLogistic(table, { ridge: 0 });
    expect(intercept).toBeCloseTo(Math.log(1 / 3), 6);
    expect(weights).toEqual([expect.closeTo(2 * Math.log(3), 6)]);
  });

  it('predicts the shares that it was fitted on', () => {
    const model = fitLogistic(table, { ridge: 0 });
    expect(predictLogistic(model, [0])).toBeCloseTo(0.25, 6);
    expect(predictLogistic(model, [1])).toBeCloseTo(0.75, 6);
  });

  it('counts an example of weight three like three examples', () => {
    const weighted = [
      { features: [0], actual: true },
      { features: [0], actual: false, weight: 3 },
      { features: [1], actual: true, weight: 3 },
      { features: [1], actual: false },
    ];
    const [once, thrice] = [fitLogistic(table), fitLogistic(weighted)];
    expect(thrice.intercept).toBeCloseTo(once.intercept, 6);
    expect(thrice.weights[0]).toBeCloseTo(once.weights[0]!, 6);
  });

  it('keeps a weight at 0 that would speak against the case, and lets it where that is allowed', () => {
    const against = table.map(({ features, actual }) => ({ features, actual: !actual }));
    expect(fitLogistic(against).weights).toEqual([0]);
    expect(fitLogistic(against).intercept).toBeCloseTo(0, 6);
    expect(fitLogistic(against, { ridge: 0, nonNegative: () => false }).weights[0]).toBeCloseTo(-2 * Math.log(3), 6);
  });

  it('stays finite where a feature divides the outcomes, and gives smaller weights the larger the ridge', () => {
    const divided = [...repeated(4, [0], false), ...repeated(4, [1], true)];
    const [loose, tight] = [fitLogistic(divided, { ridge: 1e-3 }), fitLogistic(divided, { ridge: 1e-1 })];
    expect(loose.weights[0]).toBeLessThan(20);
    expect(tight.weights[0]).toBeLessThan(loose.weights[0]!);
    expect(tight.weights[0]).toBeGreaterThan(0);
  });

  it('has no slope left at its optimum: the mean prediction is the share that came true', () => {
    const example = fc.record({
      features: fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      actual: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(example, { minLength: 10, maxLength: 40 }), (examples) => {
        fc.pre(examples.some(({ actual }) => actual) && examples.some(({ actual }) => !actual));
        const model = fitLogistic(examples, { ridge: 0.01 });
        const predicted = examples.reduce((sum, { features }) => sum + predictLogistic(model, features), 0);
        expect(predicted).toBeCloseTo(examples.filter(({ actual }) => actual).length, 4);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['no examples', []],
    ['one outcome', repeated(3, [1], true)],
    ['features that differ in number', [...repeated(2, [1], true), ...repeated(2, [1, 2], false)]],
  ])('refuses %s', (_, examples) => {
    expect(() => fitLogistic(examples)).toThrow(RangeError);
  });
});
