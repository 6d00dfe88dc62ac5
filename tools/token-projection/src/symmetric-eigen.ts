/** Off-diagonal share of the matrix at which it counts as diagonal. */
const TOLERANCE = 1e-24;

/** Convergence is quadratic; matrices of 384 dimensions need fewer than ten. */
const MOST_SWEEPS = 50;

export interface Eigenpair {
  readonly value: number;
  /** Unit length. */
  readonly vector: Float64Array;
}

/**
 * Eigenvalues and eigenvectors by cyclic Jacobi rotations (Golub and Van Loan, "Matrix Computations", 4th ed., §8.5).
 *
 * @param matrix `size × size`, symmetric; not changed
 * @returns largest eigenvalue first; of the two directions of a vector the one whose largest number is positive
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigenpair[] {
  const rotated = Float64Array.from(matrix);
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS && offDiagonalShare(rotated, size) > TOLERANCE; sweep++) {
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(rotated, vectors, size, p, q);
  }
  return Array.from({ length: size }, (_, row) => ({
    value: rotated[row * size + row] ?? 0,
    vector: withFixedSign(vectors.slice(row * size, (row + 1) * size)),
  })).sort((a, b) => b.value - a.value);
}

/** Makes the number at (p, q) zero by a rotation in the plane of p and q. */
function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const pq = matrix[p * size + q] ?? 0;
  if (pq === 0) return;
  const theta = ((matrix[q * size + q] ?? 0) - (matrix[p * size + p] ?? 0)) / (2 * pq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) turn(matrix, k * size + p, k * size + q, cosine, sine);
  for (let k = 0; k < size; k++) turn(matrix, p * size + k, q * size + k, cosine, sine);
  for (let k = 0; k < size; k++) turn(vectors, p * size + k, q * size + k, cosine, sine);
}

function turn(numbers: Float64Array, first: number, second: number, cosine: number, sine: number): void {
  const a = numbers[first] ?? 0;
  const b = numbers[second] ?? 0;
  numbers[first] = cosine * a - sine * b;
  numbers[second] = sine * a + cosine * b;
}

/** Squares off the diagonal, as a share of all. */
function offDiagonalShare(matrix: Float64Array, size: number): number {
  let all = 0;
  let offDiagonal = 0;
  matrix.forEach((number, index) => {
    all += number * number;
    // Added up by itself: as a difference of two large sums it would drown in their rounding.
    if (index % (size + 1) !== 0) offDiagonal += number * number;
  });
  return all === 0 ? 0 : offDiagonal / all;
}

function withFixedSign(vector: Float64Array): Float64Array {
  const largest = vector.reduce((best, number) => (Math.abs(number) > Math.abs(best) ? number : best), 0);
  return largest < 0 ? vector.map((number) => -number) : vector;
}
