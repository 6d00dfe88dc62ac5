/** What may be said of a mean after each observation, however often one has looked before. */
export interface SequentialEstimate {
  readonly n: number;
  /** Null without an observation. */
  readonly mean: number | null;
  /** Contains the true mean at all times together with probability ≥ 1 − alpha. The whole range without an observation. */
  readonly interval: readonly [number, number];
  /** Always valid, 0–1, for the hypothesis that the mean is `null`: it falls below alpha at any time with probability ≤ alpha. */
  readonly pValue: number;
}

export interface SequenceOptions {
  /** Least and largest possible observation. Default 0 and 1. */
  readonly range?: readonly [number, number];
  /** Hypothesis that the p value speaks of, within the range. Default: its middle. */
  readonly null?: number;
  /** Chance of a false alarm over all times, between 0 and 1. Default .05. */
  readonly alpha?: number;
}

/** Largest share of the wealth that one bet may lose: the value that the paper recommends. */
const BET_LIMIT = 0.5;
/** Halvings of the unit interval when its ends are looked for: they are right to 1e-9. */
const HALVINGS = 30;

/**
 * Confidence sequence for the mean of bounded observations by betting: the hedged capital process of Waudby-Smith and
 * Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024),
 * Theorem 3, with the predictable plug-in bets of the same section.
 *
 * With observations x in 0–1 and a candidate mean m, the wealth of who bets on "more" is Π(1 + λ⁺(x − m)), of who bets on
 * "less" Π(1 − λ⁻(x − m)). Each bet depends on earlier observations alone, so under the true mean half of each wealth is a
 * nonnegative martingale, and by Ville's inequality (1939) neither half ever reaches 1 / alpha, but with probability alpha.
 * The interval holds the candidates under which that has not happened so far.
 *
 * It assumes no distribution: only bounds, and that each observation has the same mean given those before it.
 *
 * @param observations in the order in which they were made, which must not depend on their values
 * @throws RangeError for an observation outside the range, an empty range, an alpha or a null outside of theirs
 */
export function confidenceSequence(
  observations: readonly number[],
  { range: [low, high] = [0, 1], null: hypothesis = (low + high) / 2, alpha = 0.05 }: SequenceOptions = {},
): SequentialEstimate {
  if (!(high > low)) throw new RangeError(`a range must not be empty, got ${low} to ${high}`);
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must be between 0 and 1, got ${alpha}`);
  if (!(hypothesis >= low && hypothesis <= high)) throw new RangeError(`${hypothesis} is outside ${low} to ${high}`);
  const outside = observations.find((value) => !(value >= low && value <= high));
  if (outside !== undefined) throw new RangeError(`an observation must be ${low} to ${high}, got ${outside}`);
  const width = high - low;
  const unit = observations.map((value) => (value - low) / width);
  const bets = plugInBets(unit, alpha);
  const limit = Math.log(2 / alpha);
  const isTooLow = (m: number): boolean => mostWealth(unit, bets, m, 1) >= limit;
  const isTooHigh = (m: number): boolean => mostWealth(unit, bets, m, -1) >= limit;
  const most = Math.max(...([1, -1] as const).map((side) => mostWealth(unit, bets, (hypothesis - low) / width, side)));
  return {
    n: observations.length,
    mean: observations.length === 0 ? null : observations.reduce((sum, value) => sum + value, 0) / observations.length,
    interval: [low + width * lastTrue(isTooLow), high - width * lastTrue((share) => isTooHigh(1 - share))],
    pValue: Math.min(1, 2 * Math.exp(-most)),
  };
}

/**
 * √(2 ln(2/α) / (σ̂² t ln(t + 1))), where the variance is estimated from the observations before the t-th, beginning with one
 * made-up observation of 1/2 with variance 1/4.
 */
function plugInBets(unit: readonly number[], alpha: number): number[] {
  let sum = 0.5;
  let squares = 0.25;
  return unit.map((value, index) => {
    const t = index + 1;
    const variance = squares / t;
    const bet = Math.sqrt((2 * Math.log(2 / alpha)) / (variance * t * Math.log(t + 1)));
    sum += value;
    squares += (value - sum / (t + 1)) ** 2;
    return bet;
  });
}

/**
 * The logarithm of the largest wealth at any time, at least that of the beginning, 0.
 *
 * @param side 1 bets that the mean is above m, −1 that it is below
 */
function mostWealth(unit: readonly number[], bets: readonly number[], m: number, side: 1 | -1): number {
  const possible = side === 1 ? m : 1 - m;
  let wealth = 0;
  let most = 0;
  for (const [index, value] of unit.entries()) {
    // At the end of the range every bet is safe: a single observation off it refutes it, with unlimited wealth.
    const bet = possible === 0 ? (bets[index] ?? 0) : Math.min(bets[index] ?? 0, BET_LIMIT / possible);
    wealth += Math.log1p(side * bet * (value - m));
    if (wealth > most) most = wealth;
  }
  return most;
}

/** The largest share for which a test holds that holds up to some share and not beyond; 0 where it never holds. */
function lastTrue(holds: (share: number) => boolean): number {
  let [known, beyond] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (known + beyond) / 2;
    if (holds(middle)) known = middle;
    else beyond = middle;
  }
  return known;
}
