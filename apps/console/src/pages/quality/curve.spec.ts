import { describe, expect, it } from '@jest/globals';
import { pathOf, pointOf, radiusOf, SIDE } from './curve.js';

describe('the drawing of a curve', () => {
  it('has its origin at the bottom left', () => {
    expect(pointOf(0, 0)).toEqual({ x: 0, y: SIDE });
    expect(pointOf(1, 1)).toEqual({ x: SIDE, y: 0 });
  });

  it('goes through its points in their order', () => {
    expect(pathOf([pointOf(0, 0), pointOf(0.5, 0.25)])).toBe('M0 240 L120 180');
    expect(pathOf([])).toBe('');
  });

  it('gives four times the answers twice the growth of the radius', () => {
    expect(radiusOf(0.25) - 3).toBeCloseTo((radiusOf(1) - 3) / 2);
  });
});
