import { describe, expect, it } from '@jest/globals';
import { percent } from './format-text.js';

describe('percent', () => {
  it.each([
    [0.985, '98 %'],
    [0.99, '99 %'],
    [0.29, '29 %'],
    [0.9951, '99 %'],
    [0.999_999_999_999_9, '99 %'],
    [1, '100 %'],
    [0.004, '0 %'],
  ])('never says more than %f', (fraction, said) => {
    expect(percent(fraction)).toBe(said);
  });

  it('says every whole percentage as it is', () => {
    const whole = Array.from({ length: 101 }, (_, hundredths) => hundredths);
    expect(whole.map((hundredths) => percent(hundredths / 100))).toEqual(whole.map((hundredths) => `${hundredths} %`));
  });
});
