import { costOf, ratesOf } from '@arbiter/adapter-kit/language-model';
import { ArbiterError, type IngestionJob, type ModelUsage, type PriceTable } from '@arbiter/contracts';

/** Ends a job that has reached its cap: stored documents stay, and the rest is not begun. */
export class SpendingCapReached extends ArbiterError {}

/**
 * How much one start of a job may spend on models. The caller announces the cost of each call first, so that the cap is never
 * exceeded. A model without a price costs nothing.
 */
export class SpendingBudget {
  #spent = 0;

  /**
   * @param cap in the currency of the prices, ≥ 0; null for none
   * @param prices null if none are configured
   */
  constructor(
    private readonly cap: number | null,
    private readonly prices: PriceTable | null,
  ) {}

  /** Whether calls of this model must be paid from the budget first. */
  bounds(model: string): boolean {
    return this.cap !== null && this.prices !== null && ratesOf(model, this.prices) !== null;
  }

  /**
   * Takes the cost of a call out of the budget.
   *
   * @throws SpendingCapReached when the budget does not suffice; nothing is taken then
   */
  spend(usage: ModelUsage): void {
    if (!this.bounds(usage.model) || this.cap === null || this.prices === null) return;
    const { amount, currency } = costOf([usage], this.prices);
    if (this.#spent + amount > this.cap) {
      throw new SpendingCapReached(
        'FORBIDDEN',
        `The job may spend ${this.cap} ${currency}, has spent ${inCurrency(this.#spent)}, and its next step costs ${inCurrency(amount)}. ` +
          'Stored documents stay; a retry continues with the same budget again.',
        { details: { cap: this.cap, spent: this.#spent, next: amount, currency } },
      );
    }
    this.#spent += amount;
  }
}

/** One budget for each start of a job; retried steps share it. */
export class JobBudgets {
  readonly #budgets = new WeakMap<IngestionJob, SpendingBudget>();

  /** @throws ArbiterError INVALID_REQUEST for a cap without prices */
  constructor(
    private readonly cap: number | undefined,
    private readonly prices: PriceTable | null,
  ) {
    if (cap !== undefined && !prices) {
      throw new ArbiterError('INVALID_REQUEST', 'INGESTION_MAX_COST is set: set MODEL_PRICES, too.');
    }
  }

  /** The smaller of the job's cap and the operator's. */
  of(job: IngestionJob): SpendingBudget {
    const known = this.#budgets.get(job);
    if (known) return known;
    const cap = Math.min(this.cap ?? Infinity, job.maxCost ?? Infinity);
    const budget = new SpendingBudget(cap === Infinity ? null : cap, this.prices);
    this.#budgets.set(job, budget);
    return budget;
  }

  /** @throws ArbiterError INVALID_REQUEST for a job with a cap if no prices are configured */
  assertReckonable(maxCost: number | undefined): void {
    if (maxCost === undefined || this.prices) return;
    throw new ArbiterError('INVALID_REQUEST', 'Nothing here says what models cost (MODEL_PRICES).', {
      details: { field: 'maxCost' },
    });
  }
}

/** Sums may be far below a cent. */
function inCurrency(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false });
}
