/** A vector of unit length, and what it counts. */
export interface WeightedVector {
  readonly vector: Float32Array;
  readonly weight: number;
}

/**
 * @param weighted of equal dimensions
 * @returns their weighted mean, brought to unit length; zeros where they cancel out
 */
export function meanDirection(weighted: readonly WeightedVector[]): Float32Array {
  const mean = new Float32Array(weighted[0]?.vector.length ?? 0);
  for (const { vector, weight } of weighted) {
    for (let d = 0; d < mean.length; d++) mean[d] = (mean[d] ?? 0) + weight * (vector[d] ?? 0);
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
