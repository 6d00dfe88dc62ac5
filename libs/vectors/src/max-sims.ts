import type { VectorMatrix } from './vector-matrix.js';

/**
 * Late interaction of a query with groups of rows: the mean over its vectors of each one's best dot product with any row of the
 * group (MaxSim of Khattab and Zaharia, ColBERT, 2020, over the number of vectors).
 *
 * @param query at least one vector
 * @param ends of each group, the row after its last one, ascending; the first begins at row 0, and none is empty
 * @param from the first group that is scored, and the one after the last
 * @returns a score for each group from `from` on
 */
export function maxSims(
  matrix: VectorMatrix,
  query: readonly Float32Array[],
  ends: ArrayLike<number>,
  from: number,
  to: number,
): Float32Array {
  const scores = new Float32Array(to - from);
  const first = from === 0 ? 0 : (ends[from - 1] ?? 0);
  const count = to === from ? 0 : (ends[to - 1] ?? 0) - first;
  for (const vector of query) {
    const products = matrix.dots(vector, first, count);
    let row = 0;
    for (let group = from; group < to; group += 1) {
      let best = -Infinity;
      for (const end = (ends[group] ?? 0) - first; row < end; row += 1) {
        const product = products[row] ?? 0;
        if (product > best) best = product;
      }
      scores[group - from] = (scores[group - from] ?? 0) + best / query.length;
    }
  }
  return scores;
}
