/** Sums of products of all pairs of dimensions, over vectors that are brought to unit length first. */
export class SecondMoments {
  readonly #sums: Float64Array;
  #count = 0;

  constructor(readonly dimensions: number) {
    this.#sums = new Float64Array(dimensions * dimensions);
  }

  /** Vectors added so far. */
  get count(): number {
    return this.#count;
  }

  /** @param rows vectors, one after the other; a vector of zeros has no direction and is left out */
  add(rows: Int8Array | Float32Array): void {
    for (let start = 0; start < rows.length; start += this.dimensions) {
      this.#addVector(rows.subarray(start, start + this.dimensions));
    }
  }

  /** @returns the mean of the outer products, `dimensions × dimensions`, symmetric; its trace is 1 */
  matrix(): Float64Array {
    const { dimensions } = this;
    const matrix = new Float64Array(this.#sums.length);
    for (let i = 0; i < dimensions; i++) {
      for (let j = 0; j <= i; j++) {
        const mean = (this.#sums[i * dimensions + j] ?? 0) / this.#count;
        matrix[i * dimensions + j] = mean;
        matrix[j * dimensions + i] = mean;
      }
    }
    return matrix;
  }

  #addVector(vector: Int8Array | Float32Array): void {
    let squared = 0;
    for (const number of vector) squared += number * number;
    if (squared === 0) return;
    for (let i = 0; i < this.dimensions; i++) {
      const scaled = (vector[i] ?? 0) / squared;
      const row = i * this.dimensions;
      // The lower triangle only: the other one is the same.
      for (let j = 0; j <= i; j++) this.#sums[row + j] = (this.#sums[row + j] ?? 0) + scaled * (vector[j] ?? 0);
    }
    this.#count += 1;
  }
}
