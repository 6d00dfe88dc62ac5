import { describe, expect, it } from '@jest/globals';
import { VectorMatrix } from './vector-matrix.js';

/** Neither symmetric nor of equal lengths. */
const valueAt = (row: number, column: number): number => Math.sin(row * 7 + column) * (1 + (row % 3));
const rowOf = (row: number, dimensions: number): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, column) => valueAt(row, column));
const plain = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

function filled(rows: number, dimensions: number): VectorMatrix {
  const matrix = new VectorMatrix(rows, dimensions);
  for (let row = 0; row < rows; row += 1) matrix.set(row, rowOf(row, dimensions));
  return matrix;
}

describe('VectorMatrix', () => {
  it.each([1, 3, 8, 13, 64, 384])('multiplies rows of %i numbers', (dimensions) => {
    const query = rowOf(100, dimensions);
    const products = filled(11, dimensions).dots(query);
    expect(products).toHaveLength(11);
    products.forEach((product, row) => expect(product).toBeCloseTo(plain(query, rowOf(row, dimensions)), 3));
  });

  it('multiplies more rows than one call of the kernel takes, and a part of them', () => {
    const matrix = filled(9_000, 5);
    const query = rowOf(1, 5);
    const all = matrix.dots(query);
    for (const row of [0, 4_095, 4_096, 8_191, 8_192, 8_999])
      expect(all[row]).toBeCloseTo(plain(query, rowOf(row, 5)), 4);
    expect(matrix.dots(query, 4_000, 4_500)).toEqual(all.slice(4_000, 8_500));
    expect(matrix.dots(query, 9_000)).toHaveLength(0);
    expect(matrix.dotsAt(query, [8_999, 3, 3])).toEqual(Float32Array.of(all[8_999]!, all[3]!, all[3]!));
  });

  it('keeps nothing of the vector before', () => {
    const matrix = filled(2, 3);
    matrix.dots(Float32Array.of(9, 9, 9));
    expect(matrix.dots(new Float32Array(3))).toEqual(new Float32Array(2));
  });

  it('takes several rows at once, and gives copies back', () => {
    const matrix = new VectorMatrix(3, 2);
    matrix.set(1, Float32Array.of(1, 2, 3, 4));
    expect([0, 1, 2].map((row) => [...matrix.row(row)])).toEqual([
      [0, 0],
      [1, 2],
      [3, 4],
    ]);
    matrix.row(1).fill(9);
    expect([...matrix.row(1)]).toEqual([1, 2]);
  });

  it('shares no memory with another matrix', () => {
    const [one, other] = [filled(2, 4), new VectorMatrix(2, 4)];
    expect(other.dots(rowOf(0, 4))).toEqual(new Float32Array(2));
    expect([...one.row(1)]).toEqual([...rowOf(1, 4)]);
  });

  it.each<[string, (matrix: VectorMatrix) => unknown]>([
    ['a vector of another length', (matrix) => matrix.dots(new Float32Array(3))],
    ['rows beyond the last', (matrix) => matrix.dots(new Float32Array(4), 1, 2)],
    ['a row before the first', (matrix) => matrix.dotsAt(new Float32Array(4), [-1])],
    ['no row', (matrix) => matrix.row(Number.NaN)],
    ['half a row', (matrix) => matrix.set(0, new Float32Array(6))],
    ['more rows than there are', (matrix) => matrix.set(1, new Float32Array(8))],
  ])('refuses %s', (_, act) => {
    expect(() => act(new VectorMatrix(2, 4))).toThrow(RangeError);
  });
});
