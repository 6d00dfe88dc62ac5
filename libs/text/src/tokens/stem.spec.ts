import { describe, expect, it } from '@jest/globals';
import { SNOWBALL_SAMPLE } from '../../test/snowball-english.sample.js';
import { snowball, stem } from './stem.js';

describe('snowball', () => {
  it('agrees with the reference implementation of Snowball English', () => {
    expect(SNOWBALL_SAMPLE.length).toBeGreaterThan(300);
    expect(SNOWBALL_SAMPLE.map(([word]) => [word, snowball(word)])).toEqual(SNOWBALL_SAMPLE);
  });
});

describe('stem', () => {
  it('is the same for both spellings of a word', () => {
    expect(['harbours', 'harbors'].map(stem)).toEqual(['harbor', 'harbor']);
  });

  it.each(['42', '2d6', 'маяк', 'no', '', "'"])('leaves %p as it is', (word) => {
    expect(stem(word)).toBe(word);
  });
});
