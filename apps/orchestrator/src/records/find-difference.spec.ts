import { describe, expect, it } from '@jest/globals';
import { findDifference } from './compare-answers.js';

describe('findDifference', () => {
  it.each([
    ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
    ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, null],
    ['a value deep inside', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { path: 'a[1].b', before: 2, now: 3 }],
    ['a longer list', [1], [1, 2], { path: '[1]', before: null, now: 2 }],
    ['a key that has gone', { a: 1, b: 2 }, { a: 1 }, { path: 'b', before: 2, now: null }],
    ['a list for an object', { a: [] }, { a: {} }, { path: 'a', before: [], now: {} }],
    ['another type altogether', 'x', null, { path: '', before: 'x', now: null }],
  ])('finds the first place: %s', (_, before, now, difference) => {
    expect(findDifference(before, now)).toEqual(difference);
  });
});
