import { describe, expect, it } from '@jest/globals';
import { maxSims } from './max-sims.js';
import { VectorMatrix } from './vector-matrix.js';

const matrix = new VectorMatrix(6, 2);
matrix.set(0, Float32Array.of(1, 0, 0, 1, 0.6, 0.8, -1, 0, 0, -1, 0.8, 0.6));
const ENDS = [2, 3, 6];
const east = Float32Array.of(1, 0);
const north = Float32Array.of(0, 1);

const numbers = (...values: number[]) => values.map((value) => expect.closeTo(value, 6));

describe('maxSims', () => {
  it('is the mean of the best products with the rows of a group', () => {
    expect([...maxSims(matrix, [east], ENDS, 0, 3)]).toEqual(numbers(1, 0.6, 0.8));
    expect([...maxSims(matrix, [east, north], ENDS, 0, 3)]).toEqual(numbers(1, 0.7, 0.7));
    expect([...maxSims(matrix, [Float32Array.of(-1, 0)], [1], 0, 1)]).toEqual(numbers(-1));
  });

  it('scores some groups as it scores them among all', () => {
    const all = maxSims(matrix, [east, north], ENDS, 0, 3);
    expect(maxSims(matrix, [east, north], ENDS, 1, 3)).toEqual(all.slice(1));
    expect(maxSims(matrix, [east, north], ENDS, 1, 2)).toEqual(all.slice(1, 2));
    expect(maxSims(matrix, [east], ENDS, 2, 2)).toHaveLength(0);
  });
});
