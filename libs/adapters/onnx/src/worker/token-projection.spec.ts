import { describe, expect, it } from '@jest/globals';
import { TokenProjection } from './token-projection.mjs';

function fileOf(...numbers: number[]): Buffer {
  const file = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, i) => file.writeFloatLE(number, i * 4));
  return file;
}

describe('TokenProjection', () => {
  it('gives the products with the axes, brought to unit length, of the rows that are asked for', () => {
    const sut = TokenProjection.parse(fileOf(1, 0, 0, 0, 0.6, 0.8), 2, 3);
    const vectors = Float32Array.of(9, 9, 9, 3, 2.4, 3.2, 0, 0, -5);
    const projected = sut.project(vectors, [1, 2]);
    expect(projected).toHaveLength(4);
    [3 / 5, 4 / 5, 0, -1].forEach((number, i) => expect(projected[i]).toBeCloseTo(number, 6));
  });

  it('has the same products however many axes there are', () => {
    const inputs = 5;
    const axes = Array.from({ length: 9 * inputs }, (_, i) => Math.sin(i + 1));
    const vector = Float32Array.from({ length: inputs }, (_, i) => Math.cos(i + 1));
    const products = Array.from({ length: 9 }, (_, d) =>
      vector.reduce((sum, number, i) => sum + number * (axes[d * inputs + i] ?? 0), 0),
    );
    for (const dimensions of [1, 3, 4, 6, 9]) {
      const sut = TokenProjection.parse(fileOf(...axes.slice(0, dimensions * inputs)), dimensions, inputs);
      const norm = Math.hypot(...products.slice(0, dimensions));
      const projected = sut.project(vector, [0]);
      expect(projected).toHaveLength(dimensions);
      projected.forEach((number, d) => expect(number).toBeCloseTo((products[d] ?? 0) / norm, 6));
    }
  });

  it('leaves a vector zero that is orthogonal to all axes', () => {
    const sut = TokenProjection.parse(fileOf(1, 0, 0, 0, 1, 0), 2, 3);
    expect([...sut.project(Float32Array.of(0, 0, -5), [0])]).toEqual([0, 0]);
  });

  it.each([
    [2, 4],
    [3, 3],
  ])('refuses a file that does not hold %d axes of %d dimensions', (dimensions, inputDimensions) => {
    expect(() => TokenProjection.parse(fileOf(1, 0, 0, 0, 1, 0), dimensions, inputDimensions)).toThrow(RangeError);
  });
});
