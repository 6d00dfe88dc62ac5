/** Cosine of two vectors of unit length and equal dimensions, as embedders make them: their dot product, −1…1. */
export function cosineOfUnitVectors(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
