import { percentile } from './statistics.js';

/** Milliseconds. */
export interface LatencyPercentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** @throws RangeError when there are no values */
export function latencyPercentiles(milliseconds: readonly number[]): LatencyPercentiles {
  return {
    p50: percentile(milliseconds, 50),
    p95: percentile(milliseconds, 95),
    p99: percentile(milliseconds, 99),
  };
}
