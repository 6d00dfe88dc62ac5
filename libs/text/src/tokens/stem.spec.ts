import { describe, expect, it } from '@jest/globals';
import { SNOWBALL_SAMPLE } from '../../test/snowball-english.sample.js';
import { stem } from './stem.js';

describe('stem', () => {
  it('agrees with the reference implementation of Snowball English', () => {
    expect(SNOWBALL_SAMPLE.length).toBeGreaterThan(300);
    expect(SNOWBALL_SAMPLE.map(([word]) => [word, stem(word)])).toEqual(SNOWBALL_SAMPLE);
  });

  it.each(['42', '2d6', 'маяк', 'no', '', "'"])('leaves %p as it is', (word) => {
    expect(stem(word)).toBe(word);
  });
});
