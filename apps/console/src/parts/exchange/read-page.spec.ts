import { describe, expect, it } from '@jest/globals';
import { readPage, readReading } from './read-page.js';

const found = { documentId: 'd1', title: 'Bell wires', page: 2, page_number: 2, words: 'To the oil room', score: 0.7 };
const read = { ...found, sentences: ['The wire enters from the north.'], interpretation: 'The wire' };

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
  it('stands beside the page', () => {
    const { sentences, words } = read;
    expect(readReading(read)).toEqual({ page: readPage(found), sentences, words });
  });

  it.each([{ sentences: 'one' }, { sentences: [1] }, { words: undefined }, { page: -1 }])(
    'is not one with %j',
    (change) => {
      expect(readReading({ ...read, ...change })).toBeNull();
    },
  );
});
