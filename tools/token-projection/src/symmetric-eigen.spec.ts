import { describe, expect, it } from '@jest/globals';
import { symmetricEigen } from './symmetric-eigen.js';

describe('symmetricEigen', () => {
  it('finds the eigenpairs of a matrix worked out by hand, the largest first', () => {
    const [first, second] = symmetricEigen(Float64Array.of(2, 1, 1, 2), 2);
    expect(first!.value).toBeCloseTo(3, 12);
    expect([...first!.vector]).toEqual([expect.closeTo(Math.SQRT1_2, 12), expect.closeTo(Math.SQRT1_2, 12)]);
    expect(second!.value).toBeCloseTo(1, 12);
  });

  it('takes a matrix of forty dimensions apart so that it can be put together again', () => {
    const size = 40;
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) matrix[i * size + j] = Math.sin(i * j) + Math.cos(i + j);
    }
    const pairs = symmetricEigen(matrix, size);
    matrix.forEach((number, index) => {
      const [i, j] = [Math.floor(index / size), index % size];
      const rebuilt = pairs.reduce((sum, { value, vector }) => sum + value * vector[i]! * vector[j]!, 0);
      expect(rebuilt).toBeCloseTo(number, 9);
    });
  });
});
