import { describe, expect, it } from '@jest/globals';
import { collapseByDocument } from './collapse-by-document.js';

const ranked = [
  { id: 'a#2', documentId: 'a', score: 9 },
  { id: 'b#0', documentId: 'b', score: 8 },
  { id: 'a#0', documentId: 'a', score: 7 },
  { id: 'a#1', documentId: 'a', score: 6 },
];

describe('collapseByDocument', () => {
  it('keeps the best chunk of each document, in order and untouched', () => {
    const kept = collapseByDocument(ranked);
    expect(kept).toEqual([ranked[0], ranked[1]]);
    expect(kept[0]).toBe(ranked[0]);
  });

  it('keeps several chunks of a document when asked to', () => {
    expect(collapseByDocument(ranked, 2).map(({ id }) => id)).toEqual(['a#2', 'b#0', 'a#0']);
  });

  it('of nothing keeps nothing', () => {
    expect(collapseByDocument([])).toEqual([]);
  });

  it.each([0, -1, Number.NaN])('refuses %p chunks per document', (perDocument) => {
    expect(() => collapseByDocument(ranked, perDocument)).toThrow(RangeError);
  });
});
