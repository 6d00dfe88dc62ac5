import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { cutPassages, MOST_READ_TEXT } from './cut-passages.js';

const passage = (text: string): Passage => ({
  chunkId: 'd:0',
  documentId: 'd',
  collection: 'coast',
  text,
  start: 10,
  end: 10 + text.length,
  title: 'Harbour',
  source: 'harbour.md',
  section: [],
  page: null,
  metadata: {},
  score: 0.9,
});

describe('cutPassages', () => {
  it('leaves the passages of a search as they are', () => {
    const passages = Array.from({ length: 100 }, () => passage('The lamp burns oil. '.repeat(75)));
    for (const [index, each] of cutPassages(passages).entries()) expect(each).toBe(passages[index]);
  });

  it('reads the best to the limit, with offsets that still hold, and nothing of those behind it', () => {
    const passages = ['a'.repeat(100_000), 'b'.repeat(100_000), 'c'.repeat(1_000)].map(passage);
    const [first, second, third] = cutPassages(passages);
    expect(first).toBe(passages[0]);
    expect(second?.text).toHaveLength(MOST_READ_TEXT - 100_000);
    expect((second?.end ?? 0) - (second?.start ?? 0)).toBe(second?.text.length);
    expect(third?.text).toBe('');
  });
});
