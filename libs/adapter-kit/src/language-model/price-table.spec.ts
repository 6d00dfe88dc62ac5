import { describe, expect, it } from '@jest/globals';
import { costOf, pricesOf, ratesOf } from './price-table.js';

const table = {
  currency: 'USD',
  models: {
    'v/large-*': { input: 10, output: 50 },
    'v/large-2-*': { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
    'v/small': { input: 1, output: 2 },
  },
};
const none = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };

describe('the price of a model', () => {
  it('is its own, else that of the longest beginning', () => {
    expect(ratesOf('v/small', table)?.input).toBe(1);
    expect(ratesOf('v/small-1', table)).toBeNull();
    expect(ratesOf('v/large-2-x', table)?.input).toBe(5);
    expect(ratesOf('v/large-1', table)?.input).toBe(10);
  });

  it('counts what was read from and written to a cache at its own rate, not twice', () => {
    const usage = {
      model: 'v/large-2-x',
      inputTokens: 1_000_000,
      cachedInputTokens: 600_000,
      cacheWriteTokens: 200_000,
      outputTokens: 100_000,
    };
    // 0.2 M · 5 + 0.6 M · 0.5 + 0.2 M · 6.25 + 0.1 M · 25
    expect(costOf([usage], table).amount).toBeCloseTo(1 + 0.3 + 1.25 + 2.5, 10);
    const { amount } = costOf([{ ...usage, model: 'v/large-1' }], table);
    expect(amount).toBeCloseTo(10 + 5, 10);
  });

  it('is named where it is not known, and left out', () => {
    const tokens = [
      { ...none, model: 'w/x', inputTokens: 1_000 },
      { ...none, model: 'v/small', outputTokens: 1_000_000 },
    ];
    expect(costOf(tokens, table)).toEqual({ amount: 2, currency: 'USD', unpriced: ['w/x'] });
    expect(pricesOf(tokens, table)).toEqual({ currency: 'USD', models: { 'v/small': { input: 1, output: 2 } } });
  });
});
