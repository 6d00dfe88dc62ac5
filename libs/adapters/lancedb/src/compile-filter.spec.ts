import { describe, expect, it } from '@jest/globals';
import { compileFilter, ofDocuments, termsOf } from './compile-filter.js';

describe('termsOf', () => {
  it('has one term for each scalar, and for each scalar of a list', () => {
    expect(termsOf({ kind: 'place', year: 1204, open: false, tags: ['b', 'a', 'a', 1] })).toEqual([
      '"kind":"place"',
      '"open":false',
      '"tags":"a"',
      '"tags":"b"',
      '"tags":1',
      '"year":1204',
    ]);
  });

  it('has none for what no filter can ask for', () => {
    expect(
      termsOf({ none: null, nested: { a: 1 }, lists: [['a'], null], nan: Number.NaN, missing: undefined }),
    ).toEqual([]);
  });

  it('marks the end of the key', () => {
    expect(termsOf({ 'a":"b': 'c' })).not.toEqual(termsOf({ a: 'b":"c' }));
  });
});

describe('compileFilter', () => {
  it('joins the keys by AND, and the values of one key by any-of', () => {
    expect(compileFilter({ kind: ['place', 'law'], year: 1204 })).toBe(
      `array_has_any(terms, ['"kind":"place"', '"kind":"law"']) AND array_has(terms, '"year":1204')`,
    );
  });

  it('doubles the quote that would end the literal', () => {
    expect(compileFilter({ name: "o'neil" })).toBe(`array_has(terms, '"name":"o''neil"')`);
  });

  it('of no values holds for nothing', () => {
    expect(compileFilter({ kind: [] })).toBe('false');
  });

  it.each([undefined, {}])('of %p is no condition', (filter) => {
    expect(compileFilter(filter)).toBeNull();
  });
});

describe('ofDocuments', () => {
  it('lists the ids as literals', () => {
    expect(ofDocuments(['a', "o'neil"])).toBe(`document_id IN ('a', 'o''neil')`);
  });

  it('of no ids holds for nothing', () => {
    expect(ofDocuments([])).toBe('false');
  });
});
