import { describe, expect, it } from '@jest/globals';
import { meanDirection } from './relevance-check.js';

const RIGHT = Float32Array.of(1, 0);
const UP = Float32Array.of(0, 1);

describe('meanDirection', () => {
  it('lies nearer to what counts more, at unit length', () => {
    const [x, y] = meanDirection([
      { vector: RIGHT, weight: 3 },
      { vector: UP, weight: 4 },
    ]);
    expect(x).toBeCloseTo(0.6, 6);
    expect(y).toBeCloseTo(0.8, 6);
  });

  it('is nothing where vectors cancel out', () => {
    const opposite = [
      { vector: RIGHT, weight: 1 },
      { vector: Float32Array.of(-1, 0), weight: 1 },
    ];
    expect([...meanDirection(opposite)]).toEqual([0, 0]);
  });
});
