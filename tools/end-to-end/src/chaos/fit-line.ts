/** A straight line through points, by least squares. */
export interface FittedLine {
  /** Units of y per unit of x. */
  readonly slope: number;
  /** Half of the 95 % confidence interval of the slope; infinite for fewer than three points. */
  readonly margin: number;
  readonly mean: number;
}

/** Normal quantile of a two-sided 95 % interval: series here have some thirty points and more. */
const QUANTILE_95 = 1.96;

/**
 * Ordinary least squares with the standard error of the slope (Draper & Smith, Applied Regression Analysis, 3rd ed., eq. 1.4.7).
 * Points of a series depend on each other, so the true interval is wider: a slope whose interval holds 0 is no leak that was seen.
 *
 * @param points at least two with different x
 * @throws RangeError for fewer
 */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): FittedLine {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const mean = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (!(spread > 0)) throw new RangeError('a line needs two points with different x');
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - mean), 0) / spread;
  const residuals = points.reduce((sum, [x, y]) => sum + (y - mean - slope * (x - meanX)) ** 2, 0);
  const margin = count < 3 ? Number.POSITIVE_INFINITY : QUANTILE_95 * Math.sqrt(residuals / (count - 2) / spread);
  return { slope, margin, mean };
}
