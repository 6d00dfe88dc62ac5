import { describe, expect, it } from '@jest/globals';
import { checksumOf, documentUrl, placeOf, readBox, readPlace, writeBox } from './place.js';

const LAMPS = { start: 3, end: 9, quote: 'lamps' };
const BOX = { left: 0.125, top: 0.2, right: 0.9, bottom: 0.84 };

describe('readPlace', () => {
  it.each([
    ['a quote', LAMPS, ['doc', 'start', 'end', 'sum']],
    ['a quote on a page', { ...LAMPS, page: 2 }, ['doc', 'start', 'end', 'sum']],
    ['a part of a page', { ...LAMPS, page: 2, box: BOX }, ['doc', 'start', 'end', 'sum', 'page', 'box']],
    ['a page without words', { start: 7, end: 7, quote: '', page: 2 }, ['doc', 'page']],
    ['a document', { start: 0, end: 0, page: null }, ['doc']],
  ])('reads what a link to %s names', (_, span, named) => {
    const place = placeOf('d1', span);
    expect(Object.keys(place)).toEqual(named);
    expect(readPlace({ ...place })).toEqual(place);
  });

  it('reads the numbers of an address', () => {
    expect(readPlace({ doc: 'd1', start: '3', end: '9' })).toEqual({ doc: 'd1', start: 3, end: 9 });
  });

  it.each([
    [{ doc: '' }, {}],
    [{ doc: 5, start: 1, end: 2 }, {}],
    [{ doc: 'x'.repeat(129) }, {}],
    [{ doc: 'd1', start: 9, end: 3 }, { doc: 'd1' }],
    [{ doc: 'd1', start: 3, end: 3 }, { doc: 'd1' }],
    [{ doc: 'd1', start: -1, end: 3 }, { doc: 'd1' }],
    [{ doc: 'd1', start: 1.5, end: 3 }, { doc: 'd1' }],
    [{ doc: 'd1', start: '1e3', end: '2e3' }, { doc: 'd1' }],
    [{ doc: 'd1', start: 1 }, { doc: 'd1' }],
    [
      { doc: 'd1', start: 1, end: 2, sum: 'javascript:alert(1)' },
      { doc: 'd1', start: 1, end: 2 },
    ],
    [{ doc: 'd1', page: 0 }, { doc: 'd1' }],
    [{ doc: 'd1', page: '2.5' }, { doc: 'd1' }],
    [{ doc: 'd1', box: '0-0-5000-5000' }, { doc: 'd1' }],
    [
      { doc: 'd1', page: 2, box: '5000-0-5000-9000' },
      { doc: 'd1', page: 2 },
    ],
  ])('of %j leaves out what is no place', (search, place) => {
    expect(readPlace(search)).toEqual(place);
  });
});

describe('documentUrl', () => {
  const ORIGIN = 'https://arbiter.example';

  it('leads to the place that the console reads out of it', () => {
    const url = new URL(documentUrl(ORIGIN, 'd1', { start: 3, end: 9, quote: 'lamps' }));
    expect(url.pathname).toBe('/documents/d1');
    expect(readPlace({ doc: 'd1', ...Object.fromEntries(url.searchParams) })).toEqual(placeOf('d1', LAMPS));
  });

  it('leads to a part of a page', () => {
    const url = documentUrl(ORIGIN, 'd1', { start: 0, end: 0, page: 2, box: BOX });
    expect(url).toBe('https://arbiter.example/documents/d1?page=2&box=1250-2000-9000-8400');
  });

  it('opens the document at its beginning without a span, whatever its id', () => {
    expect(documentUrl(ORIGIN, 'd1')).toBe('https://arbiter.example/documents/d1');
    expect(documentUrl(ORIGIN, 'a/b?c', { start: 4, end: 4, quote: '' })).toBe(
      'https://arbiter.example/documents/a%2Fb%3Fc',
    );
  });
});

describe('a part of a page', () => {
  it('stays the same in an address', () => {
    expect(readBox(writeBox(BOX))).toEqual(BOX);
  });

  it.each(['', '1-2-3', '1-2-3-4-5', '-1-2-3-4', '0-0-10001-5000', '9-0-8-9', '0-9-9-9', '0.1-0-1-1'])(
    'is not %j',
    (text) => {
      expect(readBox(text)).toBeUndefined();
    },
  );
});

describe('checksumOf', () => {
  it('is the same for the same words, however they are set', () => {
    expect(checksumOf('The lamps\nare “lit”.')).toBe(checksumOf('The lamps are "lit"'));
  });

  it('differs where a letter or a digit does', () => {
    const quotes = ['The lamps are lit', 'The lamp is lit', 'the lamps are lit', 'The lamps are lit 2', '', '🏮'];
    expect(new Set(quotes.map(checksumOf)).size).toBe(quotes.length - 1);
  });

  it('is eight letters, which no address reads as a number', () => {
    for (let each = 0; each < 500; each += 1) expect(checksumOf(`quote ${each}`)).toMatch(/^[a-p]{8}$/);
  });
});
