import { describe, expect, it } from '@jest/globals';
import { quantiseTokenValues, TOKEN_QUANTISATION_SCALE } from './token-vectors.js';

describe('quantiseTokenValues', () => {
  it('rounds to the nearest byte', () => {
    expect([...quantiseTokenValues(Float32Array.of(0, 0.5, -1, 1, -0.004, 0.003))]).toEqual([0, 64, -127, 127, -1, 0]);
  });

  it('moves no number by more than half a step', () => {
    const values = Float32Array.from({ length: 2_001 }, (_, i) => i / 1_000 - 1);
    const errors = Array.from(quantiseTokenValues(values), (byte, i) =>
      Math.abs(byte / TOKEN_QUANTISATION_SCALE - values[i]!),
    );
    expect(Math.max(...errors)).toBeLessThanOrEqual(1 / 254 + 1e-7);
  });
});
