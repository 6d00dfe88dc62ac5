import { describe, expect, it } from '@jest/globals';
import { checksumOf, documentUrl, placeOf, readPlace } from './place.js';

describe('readPlace', () => {
  it('reads what a link to a quote names', () => {
    const place = placeOf('d1', 3, 9, 'lamps');
    expect(readPlace(place)).toEqual(place);
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
  ])('of %j leaves out what is no place', (search, place) => {
    expect(readPlace(search)).toEqual(place);
  });
});

describe('documentUrl', () => {
  const ORIGIN = 'https://arbiter.example';

  it('leads to the place that the console reads out of it', () => {
    const url = new URL(documentUrl(ORIGIN, 'd1', { start: 3, end: 9, quote: 'lamps' }));
    expect(url.pathname).toBe('/documents/d1');
    expect(readPlace({ doc: 'd1', ...Object.fromEntries(url.searchParams) })).toEqual(placeOf('d1', 3, 9, 'lamps'));
  });

  it('opens the document at its beginning without a span, whatever its id', () => {
    expect(documentUrl(ORIGIN, 'd1')).toBe('https://arbiter.example/documents/d1');
    expect(documentUrl(ORIGIN, 'a/b?c', { start: 4, end: 4, quote: '' })).toBe(
      'https://arbiter.example/documents/a%2Fb%3Fc',
    );
  });
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
