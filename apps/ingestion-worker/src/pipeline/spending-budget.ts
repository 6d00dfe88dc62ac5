import { costOf, ratesOf } from '@arbiter/adapter-kit/language-model';
import { ArbiterError, type IngestionJob, type ModelUsage, type PriceTable } from '@arbiter/contracts';

/** What ends a job that may not spend more: everything that is stored stays, and the rest is not begun. */
export class SpendingCapReached extends ArbiterError {}

/**
 * What one start of a job may spend on models. Whoever is about to ask one says first what that takes, so that the cap is
 * never passed; a model without a price costs nothing.
 */
export class SpendingBudget {
  #spent = 0;

  /**
   * @param cap in the currency of the prices, ≥ 0; null for none
   * @param prices null where nobody says what models cost
   */
  constructor(
    private readonly cap: number | null,
    private readonly prices: PriceTable | null,
  ) {}

  /** Whether a call of this model has to be reckoned before it is made. */
  bounds(model: string): boolean {
    return this.cap !== null && this.prices !== null && ratesOf(model, this.prices) !== null;
  }

  /**
   * Takes what a call will cost out of the budget.
   *
   * @throws SpendingCapReached when it does not fit; nothing is taken then
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

/** The budgets of jobs: one for each start, however often its steps are tried again. */
export class JobBudgets {
  readonly #budgets = new WeakMap<IngestionJob, SpendingBudget>();

  /** @throws ArbiterError INVALID_REQUEST for a cap where nothing says what models cost */
  constructor(
    private readonly cap: number | undefined,
    private readonly prices: PriceTable | null,
  ) {
    if (cap !== undefined && !prices) {
      throw new ArbiterError('INVALID_REQUEST', 'INGESTION_MAX_COST is set: set MODEL_PRICES, too.');
    }
  }

  /** What a job asks for, never above what the operator grants. */
  of(job: IngestionJob): SpendingBudget {
    const known = this.#budgets.get(job);
    if (known) return known;
    const cap = Math.min(this.cap ?? Infinity, job.maxCost ?? Infinity);
    const budget = new SpendingBudget(cap === Infinity ? null : cap, this.prices);
    this.#budgets.set(job, budget);
    return budget;
  }

  /** @throws ArbiterError INVALID_REQUEST for a job with a cap of its own where nothing says what models cost */
  assertReckonable(maxCost: number | undefined): void {
    if (maxCost === undefined || this.prices) return;
    throw new ArbiterError('INVALID_REQUEST', 'Nothing here says what models cost (MODEL_PRICES).', {
      details: { field: 'maxCost' },
    });
  }
}

/** Of sums that may be far below a cent. */
function inCurrency(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false });
}
