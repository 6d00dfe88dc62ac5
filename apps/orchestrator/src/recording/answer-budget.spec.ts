import type { ModelUsage } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { budgetFor, budgetLeft } from './answer-budget.js';

const PRICES = { currency: 'USD', models: { 'a/b': { input: 10, output: 10 } } };

function used(model: string, inputTokens: number, outputTokens = 0): ModelUsage {
  return { model, inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteTokens: 0 };
}

describe('the budget of an answer', () => {
  it.each([
    [{}, {}, {}],
    [{ tokens: 100 }, {}, { tokens: 100 }],
    [{}, { tokens: 100, cost: 1 }, { tokens: 100, cost: 1 }],
    [
      { tokens: 100, cost: 2 },
      { tokens: 200, cost: 1 },
      { tokens: 100, cost: 1 },
    ],
    [{ tokens: 100 }, { tokens: 0 }, { tokens: 0 }],
  ])('granted %j and asked for %j is %j', (granted, asked, budget) => {
    expect(budgetFor(granted, asked, PRICES)).toEqual(budget);
  });

  it('is no sum of money where nothing says what models cost', () => {
    expect(() => budgetFor({}, { cost: 1 }, null)).toThrow('MODEL_PRICES');
  });
});

describe('what is left of a budget', () => {
  it.each([
    ['nothing bounds it', {}, [used('a/b', 1_000)], undefined],
    ['nothing was asked', { tokens: 500 }, [], { maxTokens: 500 }],
    ['two models were asked', { tokens: 500 }, [used('a/b', 100, 50), used('c/d', 200)], { maxTokens: 150 }],
    ['more was used than granted', { tokens: 500 }, [used('a/b', 900)], { maxTokens: 0 }],
    ['no model may be asked', { tokens: 0 }, [], { maxTokens: 0 }],
    ['the cost is not reached', { cost: 0.01 }, [used('a/b', 999)], undefined],
    ['the cost is reached', { cost: 0.01 }, [used('a/b', 900, 100)], { maxTokens: 0 }],
    ['nothing may be paid', { cost: 0 }, [], { maxTokens: 0 }],
    ['a model without a price was asked', { cost: 9 }, [used('c/d', 1)], { maxTokens: 0 }],
    ['the cost is reached before the tokens', { tokens: 5_000, cost: 0.01 }, [used('a/b', 1_000)], { maxTokens: 0 }],
    ['the tokens are the narrower bound', { tokens: 1_000, cost: 1 }, [used('a/b', 400)], { maxTokens: 600 }],
  ])('where %s', (_, budget, spent, left) => {
    expect(budgetLeft(budget, spent, PRICES)).toEqual(left);
  });
});
