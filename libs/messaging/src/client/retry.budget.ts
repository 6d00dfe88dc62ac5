export interface RetryBudgetOptions {
  /** Retries that each first attempt earns, 0–1. Default {@link RETRIES_PER_CALL}. */
  readonly ratio?: number;
  /** Retries that may be saved up, ≥ 1; a new budget is full. Default {@link RESERVE}. */
  readonly reserve?: number;
}

/**
 * Retries for each call. In an outage every call wants all of its retries, and three attempts for each call keep overloaded what
 * one would have freed. Google's client-wide budget is a tenth (B. Beyer et al., "Site Reliability Engineering", O'Reilly 2016,
 * chapter 21, "Handling Overload"); Finagle's is a fifth by default, gRPC's a tenth of a token for each success (proposal A6).
 */
const RETRIES_PER_CALL = 0.1;
/**
 * Ours to choose: what was in the hands of a replica that dies is retried at once, whatever was earned before. An arm runs and
 * queues some hundred calls of one client at most.
 */
const RESERVE = 200;

/** How many of the calls of a client to one arm may be repeated: a token bucket that calls fill and retries empty. */
export class RetryBudget {
  readonly #ratio: number;
  readonly #reserve: number;
  #tokens: number;

  constructor({ ratio = RETRIES_PER_CALL, reserve = RESERVE }: RetryBudgetOptions = {}) {
    if (!(ratio >= 0 && ratio <= 1) || !(reserve >= 1))
      throw new RangeError(`ratio must be 0 to 1 and reserve 1 or more, got ${ratio}, ${reserve}`);
    this.#ratio = ratio;
    this.#reserve = reserve;
    this.#tokens = reserve;
  }

  /** Counts a first attempt. */
  earn(): void {
    this.#tokens = Math.min(this.#reserve, this.#tokens + this.#ratio);
  }

  /** @returns false when there is no retry left; then nothing is spent */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
