import { describe, expect, it } from '@jest/globals';
import { findText, matchFrom, MAX_MATCHES } from './find-text.js';

const wordsAt = (text: string, words: string) => findText(text, words).map(({ start, end }) => text.slice(start, end));

describe('findText', () => {
  it('finds whatever the case and the white space', () => {
    expect(wordsAt('The Salt  Hall, the salt\nhall and SALT HALL.', 'salt hall')).toEqual([
      'Salt  Hall',
      'salt\nhall',
      'SALT HALL',
    ]);
  });

  it('counts in the units of the text, also behind letters that grow in lower case', () => {
    expect(findText('İİ 🏮 lamp', 'LAMP')).toEqual([{ start: 6, end: 10 }]);
  });

  it('takes signs of patterns as they are', () => {
    const signs = ['a+b', '(x)', '[1]', 'C:\\lamp', '^', '$5.00', 'a|b', '{2}', '*', '?', 'a-b', '/x/'];
    expect(signs.map((words) => wordsAt(`before ${words} after`, words))).toEqual(signs.map((words) => [words]));
  });

  it.each(['', '   ', '\n'])('finds nothing for %j', (words) => {
    expect(findText('a b', words)).toEqual([]);
  });

  it('lists no more than anybody steps through', () => {
    expect(findText('a '.repeat(MAX_MATCHES * 2), 'a')).toHaveLength(MAX_MATCHES);
  });
});

describe('matchFrom', () => {
  it('is the next one behind an offset, and the first one behind the last', () => {
    const matches = [3, 9].map((start) => ({ start, end: start + 1 }));
    expect([0, 4, 10].map((offset) => matchFrom(matches, offset))).toEqual([0, 1, 0]);
    expect(matchFrom([], 5)).toBe(-1);
  });
});
