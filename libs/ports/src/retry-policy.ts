/** How often, and how patiently, an adapter asks its server again when that may help. */
export interface RetryPolicy {
  /** Attempts after the first one, ≥ 0. */
  readonly retries: number;
  /** Before the first retry, in milliseconds; doubled for each further one. */
  readonly baseDelayMs: number;
  /** Longest pause that is worth waiting. A vendor that asks for a longer one is not asked again. */
  readonly maxDelayMs: number;
}
