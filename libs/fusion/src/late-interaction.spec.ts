import { describe, expect, it } from '@jest/globals';
import { maxSim } from './late-interaction.js';

const tokens = (...vectors: readonly (readonly number[])[]): Float32Array => Float32Array.from(vectors.flat());
/** The largest of int8. */
const SCALE = 127;
const stored = (...vectors: readonly (readonly number[])[]): Int8Array =>
  Int8Array.from(vectors.flat(), (value) => Math.round(value * SCALE));
const RIGHT = [1, 0, 0, 0];
const UP = [0, 1, 0, 0];
const LAST = [0, 0, 0, 1];
const BETWEEN = [0.6, 0.8, 0, 0];

describe('maxSim', () => {
  it('takes for each token of the query the token of the passage that is most like it', () => {
    const passage = stored(UP, BETWEEN);
    expect(maxSim(tokens(RIGHT), passage, 4, SCALE)).toBeCloseTo(0.6, 2);
    expect(maxSim(tokens(BETWEEN), passage, 4, SCALE)).toBeCloseTo(1, 2);
  });

  it("is the mean over the query's tokens", () => {
    const passage = stored(UP, LAST);
    expect(maxSim(tokens(UP, RIGHT, LAST), passage, 4, SCALE)).toBeCloseTo(2 / 3, 6);
  });

  it('is negative when all tokens point away', () => {
    expect(maxSim(tokens(RIGHT), stored([-1, 0, 0, 0]), 4, SCALE)).toBeCloseTo(-1, 6);
  });

  it('reads every component', () => {
    const even = Array.from({ length: 8 }, () => Math.sqrt(1 / 8));
    expect(maxSim(tokens(even), stored(even), 8, SCALE)).toBeCloseTo(1, 2);
  });

  it('of no tokens is unknown', () => {
    expect(maxSim(new Float32Array(), stored(UP), 4, SCALE)).toBeNull();
    expect(maxSim(tokens(UP), new Int8Array(), 4, SCALE)).toBeNull();
  });

  it.each([
    [4, 6, 'no whole vectors of 4'],
    [6, 6, 'multiple of 4'],
    [0, 0, 'multiple of 4'],
  ])('of %i dimensions refuses %i numbers', (dimensions, length, message) => {
    const act = (): unknown => maxSim(new Float32Array(length), new Int8Array(length), dimensions, SCALE);
    expect(act).toThrow(RangeError);
    expect(act).toThrow(message);
  });
});
