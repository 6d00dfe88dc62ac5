import { describe, expect, it } from '@jest/globals';
import { fitSoftmax, type LabelledCase } from './fit-softmax.js';

const one = (features: number[], actual: number, weight = 1): LabelledCase => ({ features, actual, weight });

describe('fitSoftmax', () => {
  it('gives the odds of the counts where there are no features', () => {
    const cases = [one([], 0), one([], 0), one([], 0), one([], 1)];
    const { bias } = fitSoftmax(cases, { featureCount: 0, classCount: 2, ridge: 0, epochs: 500 });
    expect(bias[0]! - bias[1]!).toBeCloseTo(Math.log(3), 2);
  });

  it('counts a case as often as its weight says', () => {
    const { bias } = fitSoftmax([one([], 0, 3), one([], 1)], { featureCount: 0, classCount: 2, ridge: 0, epochs: 500 });
    expect(bias[0]! - bias[1]!).toBeCloseTo(Math.log(3), 2);
  });

  it('finds the log odds of a feature', () => {
    // With the feature three of four are of class 1, without it one of four.
    const cases = [0, 1, 1, 1].map((actual) => one([0], actual)).concat([0, 0, 0, 1].map((actual) => one([], actual)));
    const { weights } = fitSoftmax(cases, { featureCount: 1, classCount: 2, ridge: 0, epochs: 2_000 });
    expect(weights[0]![1]! - weights[0]![0]!).toBeCloseTo(2 * Math.log(3), 2);
  });

  it('stands where the gradient is nothing: ridge times weight is the mean error', () => {
    const cases = [one([0], 0), one([0, 1], 1), one([1], 2), one([], 2)];
    const ridge = 0.05;
    const { bias, weights } = fitSoftmax(cases, { featureCount: 2, classCount: 3, ridge, epochs: 2_000 });
    const errorOf = ({ features, actual }: LabelledCase, row: number) => {
      const powers = bias.map((start, c) => Math.exp(features.reduce((sum, f) => sum + weights[f]![c]!, start)));
      return powers[row]! / powers.reduce((a, b) => a + b) - Number(actual === row);
    };
    for (const row of [0, 1, 2]) {
      const mean = cases.reduce((sum, each) => sum + (each.features.includes(1) ? errorOf(each, row) : 0), 0) / 4;
      expect(ridge * weights[1]![row]! + mean).toBeCloseTo(0, 3);
    }
  });

  it('has nothing to learn from no cases', () => {
    expect(() => fitSoftmax([], { featureCount: 1, classCount: 2, ridge: 0.1 })).toThrow(RangeError);
  });
});
