import { describe, expect, it } from '@jest/globals';
import { MaxSim } from './max-sim.js';

const tokens = (...vectors: readonly (readonly number[])[]): Float32Array => Float32Array.from(vectors.flat());
/** The largest of int8. */
const SCALE = 127;
const stored = (...vectors: readonly (readonly number[])[]): Int8Array =>
  Int8Array.from(vectors.flat(), (value) => Math.round(value * SCALE));
const maxSim = (query: Float32Array, passage: Int8Array, dimensions: number): number | null =>
  new MaxSim(query, dimensions).score(passage, SCALE);
const RIGHT = [1, 0, 0, 0];
const UP = [0, 1, 0, 0];
const LAST = [0, 0, 0, 1];
const BETWEEN = [0.6, 0.8, 0, 0];

/** The definition, row by row. */
function plain(query: Float32Array, passage: Int8Array, dimensions: number): number {
  const rowsOf = (values: Float32Array | Int8Array): number[][] =>
    Array.from({ length: values.length / dimensions }, (_, row) => [
      ...values.subarray(row * dimensions, (row + 1) * dimensions),
    ]);
  const best = rowsOf(query).map((asked) =>
    Math.max(...rowsOf(passage).map((row) => row.reduce((sum, x, i) => sum + x * (asked[i] ?? 0), 0))),
  );
  return best.reduce((sum, x) => sum + x, 0) / (best.length * SCALE);
}

describe('MaxSim', () => {
  it('takes for each token of the query the token of the passage that is most like it', () => {
    const passage = stored(UP, BETWEEN);
    expect(maxSim(tokens(RIGHT), passage, 4)).toBeCloseTo(0.6, 2);
    expect(maxSim(tokens(BETWEEN), passage, 4)).toBeCloseTo(1, 2);
  });

  it("is the mean over the query's tokens", () => {
    expect(maxSim(tokens(UP, RIGHT, LAST), stored(UP, LAST), 4)).toBeCloseTo(2 / 3, 6);
  });

  it('is negative when all tokens point away', () => {
    expect(maxSim(tokens(RIGHT), stored([-1, 0, 0, 0]), 4)).toBeCloseTo(-1, 6);
  });

  it.each([
    [1, 2, 3],
    [8, 1, 1],
    [13, 5, 9],
    [64, 16, 150],
  ])('agrees with the definition for %i dimensions, %i and %i tokens', (dimensions, asked, held) => {
    const query = Float32Array.from({ length: asked * dimensions }, (_, i) => Math.sin(i * 1.7));
    const passage = Int8Array.from({ length: held * dimensions }, (_, i) => Math.round(127 * Math.cos(i * i)));
    expect(maxSim(query, passage, dimensions)).toBeCloseTo(plain(query, passage, dimensions), 4);
  });

  it('scores passages of any length one after the other', () => {
    const sim = new MaxSim(tokens(RIGHT, UP), 4);
    const long = stored(...Array.from({ length: 40_000 }, () => LAST), BETWEEN);
    expect(sim.score(long, SCALE)).toBeCloseTo(0.7, 2);
    expect(sim.score(stored(LAST), SCALE)).toBeCloseTo(0, 6);
    expect(sim.score(stored(RIGHT), SCALE)).toBeCloseTo(0.5, 6);
  });

  it('keeps queries apart whose passages come in turns', () => {
    const [short, long] = [
      new MaxSim(tokens(RIGHT), 4),
      new MaxSim(tokens(...Array.from({ length: 30 }, () => UP)), 4),
    ];
    const odd = new MaxSim(Float32Array.of(0, 1, 0), 3);
    for (const passage of [stored(RIGHT), stored(UP), stored(RIGHT, UP)]) {
      const [right, up] = [passage[0] === SCALE, passage.includes(SCALE, 1)].map(Number);
      expect(short.score(passage, SCALE)).toBeCloseTo(right ?? -1, 6);
      expect(odd.score(stored(UP.slice(0, 3)), SCALE)).toBeCloseTo(1, 6);
      expect(long.score(passage, SCALE)).toBeCloseTo(up ?? -1, 6);
    }
  });

  it('of no tokens is unknown', () => {
    expect(maxSim(new Float32Array(), stored(UP), 4)).toBeNull();
    expect(maxSim(tokens(UP), new Int8Array(), 4)).toBeNull();
  });

  it.each([
    [4, 6, 'no whole vectors of 4'],
    [0, 0, '1 or more'],
  ])('of %i dimensions refuses %i numbers', (dimensions, length, message) => {
    const act = (): unknown => maxSim(new Float32Array(length), new Int8Array(length), dimensions);
    expect(act).toThrow(RangeError);
    expect(act).toThrow(message);
  });
});
