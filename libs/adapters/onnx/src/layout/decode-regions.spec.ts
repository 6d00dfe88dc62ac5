import { describe, expect, it } from '@jest/globals';
import { decodeRegions } from './worker/decode-regions.mjs';

const LABELS = 2;
const BINS = 8;
const STRIDE = 16;
const [COLUMNS, ROWS] = [4, 3];
const OPTIONS = { labels: LABELS, least: 0.4, overlap: 0.5 };

/** A grid whose points say nothing, but for those given: a label, its score, and the distances of their edges in strides. */
function grid(points: Readonly<Record<number, { label: number; score: number; distances: readonly number[] }>>) {
  const scores = new Float32Array(COLUMNS * ROWS * LABELS);
  const edges = new Float32Array(COLUMNS * ROWS * 4 * BINS);
  for (const [point, { label, score, distances }] of Object.entries(points)) {
    scores[Number(point) * LABELS + label] = score;
    // Halfway between two bins, both are as likely.
    for (const [edge, distance] of distances.entries()) {
      const start = (Number(point) * 4 + edge) * BINS;
      for (const bin of [Math.floor(distance), Math.ceil(distance)]) edges[start + bin] = 60;
    }
  }
  return { scores, edges, stride: STRIDE, columns: COLUMNS, rows: ROWS };
}

describe('decodeRegions', () => {
  it('puts the edges at the mean of their distributions from the middle of a cell', () => {
    const [region, ...others] = decodeRegions(
      [grid({ 6: { label: 1, score: 0.9, distances: [1, 0.5, 1.5, 1] } })],
      OPTIONS,
    );
    expect(others).toEqual([]);
    expect(region?.label).toBe(1);
    expect(region?.score).toBeCloseTo(0.9);
    // Point 6 of rows of four: column 2, row 1; its middle is at 40, 24.
    [24, 16, 64, 40].forEach((edge, at) => expect(region?.edges[at]).toBeCloseTo(edge, 3));
  });

  it('keeps the most certain of regions of a label that cover each other, and those of another label', () => {
    const same = [1, 1, 1, 1];
    const heads = [
      grid({ 5: { label: 0, score: 0.6, distances: same }, 6: { label: 1, score: 0.5, distances: same } }),
      grid({ 5: { label: 0, score: 0.8, distances: same }, 11: { label: 0, score: 0.7, distances: same } }),
    ];
    expect(decodeRegions(heads, OPTIONS).map(({ label, score }) => [label, Math.round(score * 10)])).toEqual([
      [0, 8],
      [0, 7],
      [1, 5],
    ]);
  });

  it('leaves out what is not certain, or no number', () => {
    const heads = [
      grid({
        1: { label: 0, score: 0.39, distances: [1, 1, 1, 1] },
        2: { label: 0, score: NaN, distances: [1, 1, 1, 1] },
      }),
    ];
    expect(decodeRegions(heads, OPTIONS)).toEqual([]);
  });
});
