/** A probability that was given, and whether it came true. */
export interface Forecast {
  /** 0–1. */
  readonly probability: number;
  readonly actual: boolean;
}

/** How bins are cut: equally wide over 0–1, or with equally many forecasts each. */
export type Binning = 'equal-width' | 'equal-mass';

/** One row of a reliability table. */
export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly meanProbability: number;
  /** Share that came true. */
  readonly observed: number;
}

const DEFAULT_BINS = 10;

/**
 * Forecasts by how high they are, with what came true of each group (DeGroot and Fienberg 1983). Empty bins are left out.
 * Forecasts of one probability are never divided: equal mass is then only nearly equal.
 *
 * @param bins ≥ 1
 * @throws RangeError for a probability outside 0–1
 */
export function reliabilityTable(
  forecasts: readonly Forecast[],
  { binning, bins = DEFAULT_BINS }: { readonly binning: Binning; readonly bins?: number },
): ReliabilityBin[] {
  const outside = forecasts.find(({ probability }) => !(probability >= 0 && probability <= 1));
  if (outside) throw new RangeError(`a probability must be 0 to 1, got ${outside.probability}`);
  const groups = binning === 'equal-width' ? byWidth(forecasts, bins) : byMass(forecasts, bins);
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const probabilities = group.map(({ probability }) => probability);
    const width = Math.min(bins - 1, Math.floor(first.probability * bins));
    return [
      {
        low: binning === 'equal-width' ? width / bins : Math.min(...probabilities),
        high: binning === 'equal-width' ? (width + 1) / bins : Math.max(...probabilities),
        count: group.length,
        meanProbability: probabilities.reduce((sum, one) => sum + one, 0) / group.length,
        observed: group.filter(({ actual }) => actual).length / group.length,
      },
    ];
  });
}

/**
 * Expected calibration error: the mean distance between probability and observed share over the bins, weighted by their
 * forecasts (Naeini, Cooper and Hauskrecht, AAAI 2015, with equal width; Nixon et al. 2019 for equal mass).
 *
 * @returns 0–1; null of no forecasts
 */
export function expectedCalibrationError(
  forecasts: readonly Forecast[],
  options: { readonly binning: Binning; readonly bins?: number },
): number | null {
  if (forecasts.length === 0) return null;
  return reliabilityTable(forecasts, options).reduce(
    (sum, { count, meanProbability, observed }) =>
      sum + (count / forecasts.length) * Math.abs(meanProbability - observed),
    0,
  );
}

function byWidth(forecasts: readonly Forecast[], bins: number): Forecast[][] {
  const groups = Array.from({ length: bins }, (): Forecast[] => []);
  // 1 belongs to the last bin.
  for (const one of forecasts) groups[Math.min(bins - 1, Math.floor(one.probability * bins))]?.push(one);
  return groups;
}

function byMass(forecasts: readonly Forecast[], bins: number): Forecast[][] {
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  const groups: Forecast[][] = [];
  for (let from = 0, bin = 1; from < sorted.length; bin++) {
    let to = Math.max(from + 1, Math.round((sorted.length * bin) / bins));
    while (to < sorted.length && sorted[to]?.probability === sorted[to - 1]?.probability) to += 1;
    groups.push(sorted.slice(from, to));
    from = to;
  }
  return groups;
}
