import { describe, expect, it } from '@jest/globals';
import { namePages, pageBreaksIn, pagesOfSpan, pagesWithin, quoted } from './passage-pages.js';

const PAGES = [
  { number: 1, start: 0 },
  { number: 2, start: 100 },
  { number: 3, start: 200 },
  { number: 4, start: 200 },
  { number: 5, start: 300 },
];
const passage = { page: 1, metadata: { author: 'Mara', ...pageBreaksIn(PAGES, { start: 50, end: 290 }) } };

describe('pageBreaksIn', () => {
  it('names the pages that begin within a piece, but none without text', () => {
    expect(passage.metadata).toEqual({
      author: 'Mara',
      page_breaks: [
        { page: 2, start: 100 },
        { page: 4, start: 200 },
      ],
    });
  });

  it.each([
    ['on one page', PAGES, 100, 200],
    ['of a format without pages', [], 0, 500],
  ])('is nothing for a piece %s', (_, pages, start, end) => {
    expect(pageBreaksIn(pages, { start, end })).toEqual({});
  });
});

describe('pagesOfSpan', () => {
  it.each([
    [50, 100, { page: 1 }],
    [99, 101, { page: 1, lastPage: 2 }],
    [100, 200, { page: 2 }],
    [60, 250, { page: 1, lastPage: 4 }],
    [200, 200, { page: 4 }],
  ])('of %i to %i', (start, end, pages) => {
    expect(pagesOfSpan(passage, { start, end })).toEqual(pages);
  });

  it('is the page on which the passage starts where it was stored without page breaks', () => {
    expect(pagesOfSpan({ page: 7, metadata: {} }, { start: 60, end: 900 })).toEqual({ page: 7 });
  });

  it.each([['x'], [[1, 2]], [[{ page: 0, start: -1 }]], [null]])(
    'passes over the breaks %j of a stranger',
    (breaks) => {
      expect(pagesOfSpan({ page: 7, metadata: { page_breaks: breaks } }, { start: 0, end: 9 })).toEqual({ page: 7 });
    },
  );

  it('is none in a format without pages, whatever its metadata say', () => {
    expect(pagesOfSpan({ ...passage, page: null }, { start: 99, end: 101 })).toEqual({ page: null });
  });
});

describe('pagesWithin', () => {
  it('leaves the breaks of a part, from another zero where one is given', () => {
    expect(pagesWithin(passage, { start: 150, end: 250 }, 150)).toEqual({
      page: 2,
      metadata: { author: 'Mara', page_breaks: [{ page: 4, start: 50 }] },
    });
  });

  it('leaves none of a part on one page', () => {
    expect(pagesWithin(passage, { start: 200, end: 250 })).toEqual({ page: 4, metadata: { author: 'Mara' } });
  });
});

describe('namePages', () => {
  it.each([
    [{ page: null }, null],
    [{ page: 2 }, 'page 2'],
    [{ page: 2, lastPage: 3 }, 'pages 2–3'],
    [{ page: 2, box: boxOf(0, 0, 0.4, 0.3) }, 'page 2, upper left'],
    [{ page: 2, box: boxOf(0.7, 0.6, 1, 0.9) }, 'page 2, lower right'],
    [{ page: 2, box: boxOf(0.1, 0, 0.9, 0.3) }, 'page 2, top'],
    [{ page: 2, box: boxOf(0.3, 0.8, 0.7, 1) }, 'page 2, bottom'],
    [{ page: 2, box: boxOf(0.6, 0.1, 1, 0.9) }, 'page 2, right'],
    [{ page: 2, box: boxOf(0.4, 0.45, 0.6, 0.55) }, 'page 2, centre'],
    [{ page: 2, box: boxOf(0, 0, 1, 1) }, 'page 2'],
    [{ page: null, box: boxOf(0, 0, 0.4, 0.3) }, null],
  ])('%j', (pages, name) => {
    expect(namePages(pages)).toBe(name);
  });
});

function boxOf(left: number, top: number, right: number, bottom: number) {
  return { left, top, right, bottom };
}

describe('quoted', () => {
  it('marks a quote, and says what is cited where there are no words', () => {
    expect([quoted('At dusk.'), quoted('At dusk.', '“', '”'), quoted('')]).toEqual([
      '"At dusk."',
      '“At dusk.”',
      'the picture of the page',
    ]);
  });
});
