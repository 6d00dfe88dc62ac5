/** Token vectors in fewer dimensions: products with the principal axes of the token vectors of much text. */
export class TokenProjection {
  /** Axis after axis, `dimensions × inputDimensions`. @type {Float32Array} */ #axes;
  /** @type {number} */ #inputDimensions;
  /** Numbers of a projected vector. @type {number} */ dimensions;

  /**
   * @param {Float32Array} axes `dimensions × inputDimensions`, one axis after the other
   * @param {number} dimensions
   * @param {number} inputDimensions
   */
  constructor(axes, dimensions, inputDimensions) {
    if (axes.length !== dimensions * inputDimensions) {
      throw new RangeError(`${axes.length} numbers are no ${dimensions} axes of ${inputDimensions} dimensions`);
    }
    this.#axes = axes;
    this.#inputDimensions = inputDimensions;
    this.dimensions = dimensions;
  }

  /**
   * @param {Buffer} file float32, little-endian
   * @param {number} dimensions
   * @param {number} inputDimensions
   * @returns {TokenProjection}
   * @throws {RangeError} when the file does not hold `dimensions × inputDimensions` numbers
   */
  static parse(file, dimensions, inputDimensions) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const axes = new Float32Array(Math.floor(file.byteLength / Float32Array.BYTES_PER_ELEMENT));
    for (let i = 0; i < axes.length; i++) axes[i] = view.getFloat32(i * Float32Array.BYTES_PER_ELEMENT, true);
    return new TokenProjection(axes, dimensions, inputDimensions);
  }

  /**
   * @param {Float32Array} vectors rows of `inputDimensions` numbers
   * @param {readonly number[]} rows which of them
   * @returns {Float32Array<ArrayBuffer>} `rows.length × dimensions`, each row of unit length
   */
  project(vectors, rows) {
    const projected = new Float32Array(rows.length * this.dimensions);
    rows.forEach((row, index) => {
      this.#projectRow(vectors, row * this.#inputDimensions, projected, index * this.dimensions);
    });
    return projected;
  }

  /**
   * @param {Float32Array} vectors
   * @param {number} from offset of the vector
   * @param {Float32Array} projected
   * @param {number} to offset of the projected vector
   */
  #projectRow(vectors, from, projected, to) {
    const inputs = this.#inputDimensions;
    const axes = this.#axes;
    let d = 0;
    // Four sums that do not wait for each other, and each number of the vector is read once for four axes.
    for (; d + 3 < this.dimensions; d += 4) {
      const axis = d * inputs;
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let i = 0; i < inputs; i++) {
        const number = vectors[from + i] ?? 0;
        first += number * (axes[axis + i] ?? 0);
        second += number * (axes[axis + inputs + i] ?? 0);
        third += number * (axes[axis + 2 * inputs + i] ?? 0);
        fourth += number * (axes[axis + 3 * inputs + i] ?? 0);
      }
      projected.set([first, second, third, fourth], to + d);
    }
    for (; d < this.dimensions; d++) {
      let product = 0;
      for (let i = 0; i < inputs; i++) product += (vectors[from + i] ?? 0) * (axes[d * inputs + i] ?? 0);
      projected[to + d] = product;
    }
    let squares = 0;
    for (d = 0; d < this.dimensions; d++) squares += (projected[to + d] ?? 0) ** 2;
    // A vector that is orthogonal to all axes stays zero: it resembles nothing.
    const norm = Math.sqrt(squares) || 1;
    for (let d = 0; d < this.dimensions; d++) projected[to + d] = (projected[to + d] ?? 0) / norm;
  }
}
