/** @returns the arithmetic mean; null of nothing */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The value below which p per cent of the values lie, interpolated linearly between neighbours (type 7 of Hyndman and
 * Fan 1996, the default of NumPy and R).
 *
 * @param p 0–100
 * @throws RangeError when there are no values or p is out of range
 */
export function percentile(values: readonly number[], p: number): number {
  if (!(p >= 0 && p <= 100)) throw new RangeError(`p must be 0 to 100, got ${p}`);
  const sorted = [...values].sort((a, b) => a - b);
  const position = ((sorted.length - 1) * p) / 100;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('there is no percentile of no values');
  return below + (above - below) * (position - Math.floor(position));
}

/** Gives numbers in [0, 1). */
export type RandomSource = () => number;

/** mulberry32, Tommy Ettinger 2017 (public domain): small, fast, the same on every machine. Not for secrets. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher and Yates, in the form of Durstenfeld 1964. */
export function shuffle<T>(items: readonly T[], random: RandomSource): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [shuffled[last], shuffled[other]];
    if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a];
  }
  return shuffled;
}

/** Both ends of a confidence interval. */
export type Interval = readonly [low: number, high: number];

export interface BootstrapOptions {
  readonly random: RandomSource;
  /** Default 1000. */
  readonly resamples?: number;
  /** Default .95. */
  readonly level?: number;
}

const DEFAULT_RESAMPLES = 1_000;
const DEFAULT_LEVEL = 0.95;

/**
 * Percentile bootstrap (Efron 1979): the interval that holds `level` of the statistic's values over resamples of the
 * items with replacement.
 *
 * @param statistic of a sample as large as `items`; null where the sample does not define it, which is left out
 * @returns null when there are no items or no resample defines the statistic
 */
export function bootstrapInterval<T>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number | null,
  options: BootstrapOptions,
): Interval | null {
  if (items.length === 0) return null;
  return stratifiedBootstrapInterval([items], ([sample = []]) => statistic(sample), options);
}

/**
 * The same for a statistic of several groups: each resample draws from every group as many items as it has (Davison and
 * Hinkley 1997, section 3.2).
 *
 * @returns null when no resample defines the statistic
 */
export function stratifiedBootstrapInterval<T>(
  groups: readonly (readonly T[])[],
  statistic: (samples: readonly (readonly T[])[]) => number | null,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL }: BootstrapOptions,
): Interval | null {
  const values: number[] = [];
  for (let i = 0; i < resamples; i++) {
    const value = statistic(groups.map((items) => resample(items, random)));
    if (value !== null) values.push(value);
  }
  if (values.length === 0) return null;
  const tail = (1 - level) * 50;
  return [percentile(values, tail), percentile(values, 100 - tail)];
}

function resample<T>(items: readonly T[], random: RandomSource): T[] {
  return items.map(() => items[Math.floor(random() * items.length)]).filter((item) => item !== undefined);
}

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
