import type { Planner, PlanningDegradation } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';

/** Counts who planned, and logs what a language model did not: no fallback is silent. */
export class PlannerModelObserver {
  private readonly logger: Logger;
  private readonly plans: Counter<'operation' | 'by'>;
  private readonly failures: Counter<'operation' | 'reason'>;
  private readonly repairs: Counter<'operation'>;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    const registers = [registry];
    this.plans = new Counter({
      name: 'arbiter_planner_answers_total',
      help: 'Questions understood, plans made and decisions taken, by operation and by who did it.',
      labelNames: ['operation', 'by'],
      registers,
    });
    this.failures = new Counter({
      name: 'arbiter_planner_language_model_failures_total',
      help: 'Answers that a language model was to give and rules gave, by operation and reason.',
      labelNames: ['operation', 'reason'],
      registers,
    });
    this.repairs = new Counter({
      name: 'arbiter_planner_language_model_repairs_total',
      help: 'Answers of a language model that could be used at the second try, by operation.',
      labelNames: ['operation'],
      registers,
    });
  }

  decided(operation: string, by: Planner): void {
    this.plans.inc({ operation, by });
  }

  answered(operation: string, isRepaired: boolean): void {
    if (isRepaired) this.repairs.inc({ operation });
  }

  failed(operation: string, model: string, reason: PlanningDegradation, why: string): void {
    this.failures.inc({ operation, reason });
    this.logger.warn({ operation, model, reason, why }, 'a language model did not plan; rules did');
  }
}
