import type { AnswerRecord } from '@arbiter/contracts';
import { Counter, type Registry } from 'prom-client';

/** Counts answers for which language models might not take as much as they would have. */
export class AnswerBudgetObserver {
  private readonly cut: Counter<'kind'>;

  constructor(registry: Registry) {
    this.cut = new Counter({
      name: 'arbiter_answers_over_budget_total',
      help: 'Answers of which a part was done by rules since their budget for language models was used up, by kind.',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  overBudget(kind: AnswerRecord['kind']): void {
    this.cut.inc({ kind });
  }
}
