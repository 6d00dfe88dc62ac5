import { describe, expect, it } from '@jest/globals';
import { poolVectors } from './pool-vectors.js';

const numbers = (...values: number[]) => values.map((value) => expect.closeTo(value, 5));

describe('poolVectors', () => {
  it('gives mean directions of neighbours, about as many of each', () => {
    const vectors = Float32Array.of(1, 0, 0, 1, 0, -1, -1, 0, -1, 0);
    const half = Math.SQRT1_2;
    expect([...poolVectors(vectors, 2, 2)]).toEqual(numbers(half, half, -2 / Math.sqrt(5), -1 / Math.sqrt(5)));
  });

  it('leaves no more than wanted as they are', () => {
    const vectors = Float32Array.of(1, 0, 0, 1);
    expect(poolVectors(vectors, 2, 2)).toEqual(vectors);
    expect(poolVectors(vectors, 2, 32)).toEqual(vectors);
  });

  it('takes the first of vectors that cancel each other out', () => {
    expect([...poolVectors(Float32Array.of(0, 1, 0, -1), 2, 1)]).toEqual(numbers(0, 1));
  });

  it('makes every one of unit length', () => {
    const vectors = Float32Array.from({ length: 700 * 3 }, (_, i) => [0.6, 0.8, 0][(i + Math.floor(i / 30)) % 3] ?? 0);
    const pooled = poolVectors(vectors, 3, 32);
    expect(pooled).toHaveLength(32 * 3);
    for (let at = 0; at < pooled.length; at += 3) expect(Math.hypot(...pooled.subarray(at, at + 3))).toBeCloseTo(1, 5);
  });
});
