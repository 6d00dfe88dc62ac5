import { bootstrapInterval, type Interval, type RandomSource } from './statistics.js';

/** Metrics by their names, each of a whole sample; null where nothing defines it. */
export type NamedMetrics<T, M extends string> = Readonly<Record<M, (sample: readonly T[]) => number | null>>;

export interface MetricSummary<M extends string> {
  /** Size of the sample. */
  readonly n: number;
  /** Null where nothing defines a metric, never 0. */
  readonly metrics: Readonly<Record<M, number | null>>;
  /** 95 % bootstrap intervals over the sample; null where the metric is. */
  readonly ci95: Readonly<Record<M, Interval | null>>;
}

/** @param random for the resamples; `seededRandom(seed)` makes the intervals reproducible */
export function summariseMetrics<T, M extends string>(
  sample: readonly T[],
  metrics: NamedMetrics<T, M>,
  random: RandomSource,
): MetricSummary<M> {
  return {
    n: sample.length,
    metrics: mapRecord(metrics, (metric) => metric(sample)),
    ci95: mapRecord(metrics, (metric) => bootstrapInterval(sample, metric, { random })),
  };
}

/** The same keys, in the same order. */
export function mapRecord<K extends string, T, R>(record: Readonly<Record<K, T>>, map: (value: T) => R): Record<K, R> {
  return Object.fromEntries(Object.entries<T>(record).map(([key, value]) => [key, map(value)])) as Record<K, R>;
}
