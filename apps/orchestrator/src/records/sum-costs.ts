import { addUsage, type Cost, type CostReport, type CostSum, type ModelUsage } from '@arbiter/contracts';
import type { CostEntry } from '@arbiter/ports';

/** Length of the day in an RFC 3339 time. */
const DAY = '2026-01-01'.length;

/** Sums entries by day, session or key, ascending; what has none comes last. */
export async function sumCosts(entries: AsyncIterable<CostEntry>, by: CostReport['by']): Promise<CostReport> {
  const total = new RunningSum();
  const sums = new Map<string | null, RunningSum>();
  for await (const entry of entries) {
    const key = keyOf(entry, by);
    const sum = sums.get(key) ?? new RunningSum();
    sums.set(key, sum);
    sum.add(entry);
    total.add(entry);
  }
  const ascending = [...sums].sort(([a], [b]) => (a ?? '\uffff').localeCompare(b ?? '\uffff', 'en'));
  return { by, entries: ascending.map(([key, sum]) => ({ key, ...sum.value })), total: total.value };
}

function keyOf({ createdAt, sessionId, principal }: CostEntry, by: CostReport['by']): string | null {
  switch (by) {
    case 'day':
      return createdAt.slice(0, DAY);
    case 'session':
      return sessionId;
    case 'key':
      return principal;
  }
}

/** Grows with every entry. */
class RunningSum {
  #answers = 0;
  #unreckoned = 0;
  readonly #tokens = new Map<string, ModelUsage>();
  readonly #costs = new Map<string, Cost>();

  get value(): CostSum {
    return {
      answers: this.#answers,
      tokens: [...this.#tokens.values()],
      costs: [...this.#costs.values()],
      unreckoned: this.#unreckoned,
    };
  }

  add({ tokens, cost }: CostEntry): void {
    this.#answers += 1;
    for (const usage of tokens) {
      const sum = this.#tokens.get(usage.model);
      this.#tokens.set(usage.model, sum ? addUsage(sum, usage) : usage);
    }
    if (!cost) {
      this.#unreckoned += 1;
      return;
    }
    const { amount = 0, unpriced = [] } = this.#costs.get(cost.currency) ?? {};
    this.#costs.set(cost.currency, {
      amount: amount + cost.amount,
      currency: cost.currency,
      unpriced: [...new Set([...unpriced, ...cost.unpriced])],
    });
  }
}
