/**
 * Mean vectors of neighbours: candidates for late interaction are found by fewer vectors than its scores are computed from
 * (Clavié et al., "Reducing the Footprint of Multi-Vector Retrieval", 2024; here by order, since servers do not tell where on a
 * page a vector comes from).
 *
 * @param vectors concatenated, n × dimensions, each of unit length
 * @param most ≥ 1
 * @returns at most `most`, concatenated, each of unit length
 */
export function poolVectors(vectors: Float32Array, dimensions: number, most: number): Float32Array {
  const count = vectors.length / dimensions;
  if (count <= most) return vectors;
  const pooled = new Float32Array(most * dimensions);
  for (let group = 0; group < most; group += 1) {
    const mean = pooled.subarray(group * dimensions, (group + 1) * dimensions);
    const [first, end] = [Math.floor((group * count) / most), Math.floor(((group + 1) * count) / most)];
    for (let at = first * dimensions; at < end * dimensions; at += 1) {
      const i = at % dimensions;
      mean[i] = (mean[i] ?? 0) + (vectors[at] ?? 0);
    }
    const length = Math.sqrt(mean.reduce((sum, number) => sum + number * number, 0));
    // Vectors that cancel each other out have no mean direction.
    if (length < 1e-6) mean.set(vectors.subarray(first * dimensions, (first + 1) * dimensions));
    else for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] ?? 0) / length;
  }
  return pooled;
}
