/**
 * Sentence vectors from token vectors, brought to unit length: of all tokens the mean (Reimers and Gurevych,
 * "Sentence-BERT", EMNLP 2019), or the vector of the first one, `[CLS]`, as the model was trained.
 *
 * @param {'mean' | 'cls'} pooling
 * @param {Float32Array} tokenVectors texts × width × dimensions, padding at the end of each text
 * @param {Int32Array} lengths tokens of each text, ≥ 1
 * @param {number} width tokens of the longest text
 * @param {number} dimensions
 * @returns {Float32Array<ArrayBuffer>} texts × dimensions
 */
export function pool(pooling, tokenVectors, lengths, width, dimensions) {
  const pooled = new Float32Array(lengths.length * dimensions);
  const sum = new Float64Array(dimensions);
  lengths.forEach((length, text) => {
    sum.fill(0);
    const pooledTokens = pooling === 'cls' ? 1 : length;
    for (let token = 0; token < pooledTokens; token++) {
      const start = (text * width + token) * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + (tokenVectors[start + d] ?? 0);
    }
    // The length of the sum is proportional to that of the mean: dividing by the number of tokens changes nothing.
    const norm = Math.hypot(...sum);
    for (let d = 0; d < dimensions; d++) pooled[text * dimensions + d] = (sum[d] ?? 0) / norm;
  });
  return pooled;
}
