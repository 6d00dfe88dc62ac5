/**
 * Nearest-rank percentile: the smallest value that at least `share` of the values do not exceed.
 *
 * @param values at least one, in any order
 * @param share 0 < share ≤ 1
 * @throws RangeError for no values or a share out of range
 */
export function percentile(values: readonly number[], share: number): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`share must be above 0 and at most 1, got ${share}`);
  const value = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1];
  if (value === undefined) throw new RangeError('there is no percentile of no values');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
