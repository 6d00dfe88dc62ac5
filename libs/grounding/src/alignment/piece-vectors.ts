import type { Span } from '@arbiter/text';

/** A text as an encoder sees it: pieces with their places and vectors of unit length, as the Embedder port gives them. */
export interface EncodedPieces {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly vectors: Float32Array;
}

/** @returns the rows of the pieces that stand inside a span of the text, in the memory of the whole */
export function vectorsWithin({ starts, vectors }: EncodedPieces, { start, end }: Span): Float32Array {
  if (starts.length === 0) return vectors.subarray(0, 0);
  const dimensions = vectors.length / starts.length;
  let from = 0;
  while (from < starts.length && (starts[from] ?? 0) < start) from += 1;
  let to = from;
  while (to < starts.length && (starts[to] ?? 0) < end) to += 1;
  return vectors.subarray(from * dimensions, to * dimensions);
}

/** Sum of the rows: proportional to their mean, and sums of parts add up to that of the whole. */
export function sumOfRows(vectors: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (let row = 0; row < vectors.length; row += dimensions) {
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + (vectors[row + d] ?? 0);
  }
  return sum;
}

/** @returns cosine of two vectors of any length; 0 when one has none */
export function cosineOf(a: Float64Array, b: Float64Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let d = 0; d < a.length; d++) {
    const [x, y] = [a[d] ?? 0, b[d] ?? 0];
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : product / Math.sqrt(squaresA * squaresB);
}

/** Rows of `b` that are multiplied at once, by two of `a`: sums that do not wait for each other take a third of the time. */
const ABREAST = 4;

/** For each row of `a` the highest product with a row of `b`, both of unit length; −1 where `b` has none. */
export function bestProducts(a: Float32Array, b: Float32Array, dimensions: number): Float32Array {
  const best = new Float32Array(a.length / dimensions).fill(-1);
  const abreast = b.length - (b.length % (ABREAST * dimensions));
  for (let row = 0; row < best.length; row += 2) {
    // Without a second row the first one is its own neighbour.
    const [from, beside] = [row * dimensions, Math.min(row + 1, best.length - 1) * dimensions];
    let [highest, highestBeside] = [-1, -1];
    for (let other = 0; other < abreast; other += ABREAST * dimensions) {
      const [second, third, fourth] = [other + dimensions, other + 2 * dimensions, other + 3 * dimensions];
      let [p0, p1, p2, p3, q0, q1, q2, q3] = [0, 0, 0, 0, 0, 0, 0, 0];
      // One by one: taken out of arrays, they take three times as long.
      for (let d = 0; d < dimensions; d++) {
        const x = a[from + d] ?? 0;
        const y = a[beside + d] ?? 0;
        const b0 = b[other + d] ?? 0;
        const b1 = b[second + d] ?? 0;
        const b2 = b[third + d] ?? 0;
        const b3 = b[fourth + d] ?? 0;
        p0 += x * b0;
        p1 += x * b1;
        p2 += x * b2;
        p3 += x * b3;
        q0 += y * b0;
        q1 += y * b1;
        q2 += y * b2;
        q3 += y * b3;
      }
      highest = Math.max(highest, p0, p1, p2, p3);
      highestBeside = Math.max(highestBeside, q0, q1, q2, q3);
    }
    for (let other = abreast; other < b.length; other += dimensions) {
      highest = Math.max(highest, productOf(a, from, b, other, dimensions));
      highestBeside = Math.max(highestBeside, productOf(a, beside, b, other, dimensions));
    }
    best[row] = highest;
    if (row + 1 < best.length) best[row + 1] = highestBeside;
  }
  return best;
}

function productOf(a: Float32Array, from: number, b: Float32Array, other: number, dimensions: number): number {
  let product = 0;
  for (let d = 0; d < dimensions; d++) product += (a[from + d] ?? 0) * (b[other + d] ?? 0);
  return product;
}
