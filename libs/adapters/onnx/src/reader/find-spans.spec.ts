import { LONGEST_SPAN_PIECES } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findSpans, type ReadWindow } from './merge-windows.js';

/** A window whose pieces are the letters of a passage, behind [CLS] and one more token. */
function windowOf(
  starts: readonly number[],
  ends: readonly number[],
  nothing: readonly [number, number] = [0, 0],
): ReadWindow {
  const logits = [nothing, [9, 9], ...starts.map((start, index) => [start, ends[index] ?? 0]), [9, 9]].flat();
  return {
    starts: Int32Array.from(starts.keys()),
    ends: Int32Array.from(starts, (_, index) => index + 1),
    firstPiece: 2,
    logits: Float32Array.from(logits),
  };
}
const letters = (count: number): string => 'x'.repeat(count);

describe('findSpans', () => {
  it('scores a span against both logits of the first token', () => {
    expect(findSpans(windowOf([0, 3, 0], [0, 0, 4], [1, 2]), letters(3), 1)).toEqual([{ start: 1, end: 3, score: 4 }]);
  });

  it('looks for the next one in what the best leaves free', () => {
    // The second best pair begins inside the best span, the third ends there.
    const spans = findSpans(windowOf([1, 0, 5, 4, 0], [0, 2, 0, 5, 4]), letters(5), 3);
    expect(spans).toEqual([
      { start: 2, end: 4, score: 10 },
      { start: 4, end: 5, score: 4 },
      { start: 0, end: 2, score: 3 },
    ]);
  });

  it('takes no span of more pieces than the longest', () => {
    const ends = Array.from({ length: 60 }, (_, index) => index);
    const [best] = findSpans(windowOf([100, ...Array.from({ length: 59 }, () => 0)], ends), letters(60), 1);
    expect(best).toEqual({ start: 0, end: LONGEST_SPAN_PIECES, score: 100 + LONGEST_SPAN_PIECES - 1 });
  });

  it('leaves white space out, and pieces that are nothing else', () => {
    const window = windowOf([1, 5, 2], [1, 5, 2]);
    expect(findSpans(window, 'a b', 3).map(({ start, end }) => [start, end])).toEqual([
      [2, 3],
      [0, 1],
    ]);
  });

  it('finds nothing in a window without pieces', () => {
    expect(findSpans(windowOf([], []), '', 3)).toEqual([]);
  });

  it('finds what trying every pair finds', () => {
    const logits = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(logits, (pairs) => {
        const [starts, ends] = [pairs.map(([start]) => start), pairs.map(([, end]) => end)];
        const [best] = findSpans(windowOf(starts, ends), letters(pairs.length), 1);
        let most = Number.NEGATIVE_INFINITY;
        starts.forEach((start, first) =>
          ends.slice(first, first + LONGEST_SPAN_PIECES).forEach((end) => (most = Math.max(most, start + end))),
        );
        expect(best?.score).toBe(most);
      }),
    );
  });
});
