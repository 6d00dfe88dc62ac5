import { describe, expect, it } from '@jest/globals';
import { maxSim, quantizeTokenVectors } from './late-interaction.js';

const tokens = (...vectors: readonly (readonly number[])[]): Float32Array => Float32Array.from(vectors.flat());
const RIGHT = [1, 0, 0, 0];
const UP = [0, 1, 0, 0];
const LAST = [0, 0, 0, 1];
const BETWEEN = [0.6, 0.8, 0, 0];

describe('maxSim', () => {
  it('takes for each token of the query the token of the passage that is most like it', () => {
    const passage = quantizeTokenVectors(tokens(UP, BETWEEN));
    expect(maxSim(tokens(RIGHT), passage, 4)).toBeCloseTo(0.6, 2);
    expect(maxSim(tokens(BETWEEN), passage, 4)).toBeCloseTo(1, 2);
  });

  it("is the mean over the query's tokens", () => {
    const passage = quantizeTokenVectors(tokens(UP, LAST));
    expect(maxSim(tokens(UP, RIGHT, LAST), passage, 4)).toBeCloseTo(2 / 3, 6);
  });

  it('is negative when all tokens point away', () => {
    expect(maxSim(tokens(RIGHT), quantizeTokenVectors(tokens([-1, 0, 0, 0])), 4)).toBeCloseTo(-1, 6);
  });

  it('reads every component', () => {
    const even = Array.from({ length: 8 }, () => Math.sqrt(1 / 8));
    expect(maxSim(tokens(even), quantizeTokenVectors(tokens(even)), 8)).toBeCloseTo(1, 2);
  });

  it('of no tokens is unknown', () => {
    expect(maxSim(new Float32Array(), quantizeTokenVectors(tokens(UP)), 4)).toBeNull();
    expect(maxSim(tokens(UP), new Int8Array(), 4)).toBeNull();
  });

  it.each([
    [4, 6, 'no whole vectors of 4'],
    [6, 6, 'multiple of 4'],
    [0, 0, 'multiple of 4'],
  ])('of %i dimensions refuses %i numbers', (dimensions, length, message) => {
    const act = (): unknown => maxSim(new Float32Array(length), new Int8Array(length), dimensions);
    expect(act).toThrow(RangeError);
    expect(act).toThrow(message);
  });
});

describe('quantizeTokenVectors', () => {
  it('rounds to bytes and cuts what lies outside', () => {
    expect([...quantizeTokenVectors(Float32Array.of(0, 0.5, -1, 1.2, -3))]).toEqual([0, 64, -127, 127, -127]);
  });
});
