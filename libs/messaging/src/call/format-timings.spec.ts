import { isAnnotationValue } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { formatTimings } from './annotations.js';

describe('formatTimings', () => {
  it('writes milliseconds in tenths, in the order given', () => {
    const text = formatTimings({ vector: 12, encode: 3.14159, 'fuse-lists': 0 });
    expect(text).toBe('vector;dur=12, encode;dur=3.1, fuse-lists;dur=0');
    expect(isAnnotationValue(text)).toBe(true);
  });

  it.each([
    ['a name with a space', { 'two words': 1 }],
    ['a name with a separator', { 'a;b': 1 }],
    ['a name that breaks the line', { 'a\r\nb': 1 }],
    ['no name', { '': 1 }],
    ['a negative duration', { a: -1 }],
    ['no number', { a: NaN }],
    ['an infinite duration', { a: Infinity }],
  ])('refuses %s', (_, durations) => {
    expect(() => formatTimings(durations)).toThrow(RangeError);
  });
});
