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

  it.each(['a+b', '(x)', '[1]', 'C:\\lamp', '^', '$5.00', 'a|b', '{2}', '*', '?', 'a-b', '/x/'])(
    'takes %s as it is',
    (words) => {
      expect(wordsAt(`before ${words} after`, words)).toEqual([words]);
    },
  );

  it.each(['', '   ', '\n'])('finds nothing for %j', (words) => {
    expect(findText('a b', words)).toEqual([]);
  });

  it('lists no more than anybody steps through', () => {
    expect(findText('a '.repeat(MAX_MATCHES * 2), 'a')).toHaveLength(MAX_MATCHES);
  });
});

describe('matchFrom', () => {
  const matches = [
    { start: 3, end: 4 },
    { start: 9, end: 10 },
  ];
  it.each([
    [0, 0],
    [4, 1],
    [10, 0],
  ])('from offset %i', (offset, index) => {
    expect(matchFrom(matches, offset)).toBe(index);
  });
  it('is none without matches', () => {
    expect(matchFrom([], 5)).toBe(-1);
  });
});
