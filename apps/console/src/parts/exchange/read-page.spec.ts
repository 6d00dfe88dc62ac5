import { describe, expect, it } from '@jest/globals';
import { readPage, readReading } from './read-page.js';

const found = { documentId: 'd1', title: 'Bell wires', page: 2, page_number: 2, words: 'To the oil room', score: 0.7 };
const read = { ...found, sentences: ['The wire enters from the north.'], interpretation: 'The wire' };
const box = { left: 0.1, top: 0.2, right: 0.6, bottom: 0.8 };

describe('a page that a tool has found', () => {
  it('is what names its document and its place in it', () => {
    expect(readPage(found)).toEqual({ documentId: 'd1', title: 'Bell wires', page: 2 });
  });

  it.each([{ documentId: '' }, { documentId: 5 }, { title: null }, { page: '2' }, { page: 0 }, { page: 1.5 }])(
    'is not one with %j',
    (change) => {
      expect(readPage({ ...found, ...change })).toBeNull();
    },
  );
});

describe('what was read on a page', () => {
  const page = { documentId: 'd1', title: 'Bell wires', page: 2 };

  it('stands beside the page, at the part that it is of', () => {
    const { sentences, words } = read;
    expect(readReading(read)).toEqual({ page, sentences, words });
    expect(readReading({ ...read, box })).toEqual({ page: { ...page, box }, sentences, words });
  });

  it.each([{ left: 2, top: 0, right: 3, bottom: 1 }, { left: 0.1 }, 'all', null])('has no part like %j', (part) => {
    expect(readReading({ ...read, box: part })?.page).toEqual(page);
  });

  it.each([{ sentences: 'one' }, { sentences: [1] }, { words: undefined }, { page: -1 }])(
    'is not one with %j',
    (change) => {
      expect(readReading({ ...read, ...change })).toBeNull();
    },
  );
});
