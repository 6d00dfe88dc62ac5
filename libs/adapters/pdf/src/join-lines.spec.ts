import { describe, expect, it } from '@jest/globals';
import { findCompounds, joinLines } from './group-paragraphs.js';

describe('joinLines', () => {
  const none = new Set<string>();

  it.each([
    ['a word', 'and another', 'a word and another'],
    ['divi-', 'ded', 'divided'],
    ['Jean-', 'Paul', 'Jean-Paul'],
    ['a pause -', 'and on', 'a pause - and on'],
    ['pages 3-', '5', 'pages 3- 5'],
    ['港口的', '灯塔', '港口的灯塔'],
    ['灯塔', 'Vale', '灯塔 Vale'],
  ])('%j + %j', (text, next, joined) => {
    const result = joinLines(text, next, none);
    expect(result.text).toBe(joined);
    expect(result.text.slice(result.at)).toBe(next);
  });

  it('keeps the hyphen of a word that the document writes with one elsewhere', () => {
    const compounds = findCompounds(['The Well-known harbour']);
    expect(joinLines('a well-', 'known one', compounds).text).toBe('a well-known one');
  });
});
