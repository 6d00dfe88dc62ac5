import { costOf } from '@arbiter/adapter-kit/language-model';
import {
  addUsage,
  ArbiterError,
  ModelUsage,
  type AnswerBudget,
  type AnswerRecord,
  type JudgementFailure,
  type ModelBudget,
  type PlanningDegradation,
  type PriceTable,
  type RecordedCall,
  type SearchPart,
  type SynthesisDegradation,
} from '@arbiter/contracts';
import { Counter, type Registry } from 'prom-client';

/**
 * The budget of one answer: the smaller of the request's and the operator's limits.
 *
 * @throws ArbiterError INVALID_REQUEST for a cost limit without prices
 */
export function budgetFor(granted: AnswerBudget, asked: AnswerBudget = {}, prices: PriceTable | null): AnswerBudget {
  if (asked.cost !== undefined && !prices) {
    throw new ArbiterError('INVALID_REQUEST', 'A cost limit needs prices of language models: set MODEL_PRICES.', {
      details: { field: 'budget.cost' },
    });
  }
  const tokens = smaller(granted.tokens, asked.tokens);
  const cost = smaller(granted.cost, asked.cost);
  return { ...(tokens !== undefined && { tokens }), ...(cost !== undefined && { cost }) };
}

/**
 * The budget of the next call. A cost limit bounds no single call, since only its bill tells which model it asked: while
 * some of the limit is left, the call may exceed it. A call without a known price counts as the whole limit.
 *
 * @param spent by the answer so far
 * @returns undefined if there is no limit
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

/** Entry in `degraded` of an answer whose budget was used up before all calls of language models. */
export const MODEL_BUDGET = 'model-budget' satisfies SearchPart;
export const MODEL_BUDGET_NOTICE =
  'The language-model budget of this answer was used up. Rules did the rest, in the words of the sources.';

const OF_PLANNER_AND_WRITER = 'model-over-budget' satisfies PlanningDegradation & SynthesisDegradation;
const OF_JUDGE = 'over-budget' satisfies JudgementFailure;

/** Whether any callee skipped a language model because the budget did not suffice. */
export function wereOverBudget(calls: readonly Pick<RecordedCall, 'output'>[]): boolean {
  return calls.some(({ output }) => isOverBudget(output));
}

function isOverBudget(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false;
  const { degraded, languageModel } = output as {
    readonly degraded?: unknown;
    readonly languageModel?: { readonly failureCode?: unknown } | null;
  };
  const isOfSearch = Array.isArray(degraded) && degraded.includes(MODEL_BUDGET);
  return isOfSearch || degraded === OF_PLANNER_AND_WRITER || languageModel?.failureCode === OF_JUDGE;
}

/** Counts answers whose language-model budget did not suffice. */
export class AnswerBudgetObserver {
  private readonly cut: Counter<'kind'>;

  constructor(registry: Registry) {
    this.cut = new Counter({
      name: 'arbiter_answers_over_budget_total',
      help: 'Answers that rules completed because their language-model budget was used up, by kind.',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  overBudget(kind: AnswerRecord['kind']): void {
    this.cut.inc({ kind });
  }
}

/** Outputs from an arm's cache were paid for by an earlier answer. */
const FROM_CACHE = 'hit';

/** Usage of language models as the callees report it, summed by model in the order of first use. */
export function sumUsage(calls: readonly Pick<RecordedCall, 'output' | 'annotations'>[]): ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const { output, annotations } of calls) {
    const usage = annotations.cache === FROM_CACHE ? null : usageOf(output);
    if (!usage) continue;
    const sum = sums.get(usage.model);
    sums.set(usage.model, sum ? addUsage(sum, usage) : usage);
  }
  return [...sums.values()];
}

function usageOf(output: unknown): ModelUsage | null {
  if (typeof output !== 'object' || output === null || !('usage' in output)) return null;
  return ModelUsage.safeParse(output.usage).data ?? null;
}
