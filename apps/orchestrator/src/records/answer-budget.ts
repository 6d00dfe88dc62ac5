import { costOf } from '@arbiter/adapter-kit/language-model';
import {
  ArbiterError,
  type AnswerBudget,
  type ModelBudget,
  type ModelUsage,
  type PriceTable,
} from '@arbiter/contracts';

/**
 * The budget of one answer: what is asked for, never above what the operator grants.
 *
 * @throws ArbiterError INVALID_REQUEST for a cost where nothing says what models cost
 */
export function budgetFor(granted: AnswerBudget, asked: AnswerBudget = {}, prices: PriceTable | null): AnswerBudget {
  if (asked.cost !== undefined && !prices) {
    throw new ArbiterError('INVALID_REQUEST', 'Nothing here says what language models cost (MODEL_PRICES).', {
      details: { field: 'budget.cost' },
    });
  }
  const tokens = smaller(granted.tokens, asked.tokens);
  const cost = smaller(granted.cost, asked.cost);
  return { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) };
}

/**
 * What the next call may take. A cost bounds no single call, since only its bill tells which model it asked: while some of
 * it is left, the call may use up more. What cannot be reckoned, for want of a price, counts as all of it.
 *
 * @param spent by the answer so far
 * @returns undefined where nothing bounds it
 */
export function budgetLeft(
  { tokens, cost }: AnswerBudget,
  spent: readonly ModelUsage[],
  prices: PriceTable | null,
): ModelBudget | undefined {
  if (cost !== undefined && isSpent(cost, spent, prices)) return { maxTokens: 0 };
  if (tokens === undefined) return undefined;
  const used = spent.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  return { maxTokens: Math.max(0, tokens - used) };
}

function isSpent(limit: number, spent: readonly ModelUsage[], prices: PriceTable | null): boolean {
  if (!prices) return true;
  const { amount, unpriced } = costOf(spent, prices);
  return amount >= limit || unpriced.length > 0;
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
