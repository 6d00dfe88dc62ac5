import { describe, expect, it } from '@jest/globals';
import { findCompounds, joinDividedWords, joinLines } from './divided-words.js';

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
    ['Ein-', 'und Ausfahrt', 'Ein- und Ausfahrt'],
    ['divi\u00ad', 'Ded', 'diviDed'],
    ['COVID-', '19', 'COVID-19'],
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

describe('joinDividedWords', () => {
  const none = new Set<string>();

  it.each([
    ['the firm Bol-\nlard & Sons', 'the firm Bollard & Sons'],
    ['the firm Bol\u2010 \n  lard', 'the firm Bollard'],
    ['the firm Bol\u00ad\nlard', 'the firm Bollard'],
    ['подъ-\nезд', 'подъезд'],
    ['Jean-\nPaul', 'Jean-Paul'],
    ['for in-\nand outbound ships', 'for in- and outbound ships'],
    ['Fees:\n- oil\n- tar', 'Fees:\n- oil\n- tar'],
    ['a pause -\nand on', 'a pause -\nand on'],
    ['one\ntwo', 'one\ntwo'],
    ['Bol-\n\nlard', 'Bol-\n\nlard'],
  ])('makes %j %j', (text, joined) => {
    expect(joinDividedWords(text, none)).toBe(joined);
  });

  it('keeps the hyphen of a word that the document writes with one elsewhere', () => {
    const text = 'A well-known crane. It is well-\nknown.';
    expect(joinDividedWords(text, findCompounds([text]))).toBe('A well-known crane. It is well-known.');
  });

  it('reads a text of nothing but divided words', () => {
    expect(joinDividedWords('a-\n'.repeat(100_000), none)).toHaveLength(100_002);
    expect(joinDividedWords('a'.repeat(1_000_000), none)).toHaveLength(1_000_000);
    expect(joinDividedWords(`a-${' '.repeat(1_000_000)}`, none)).toHaveLength(1_000_002);
  });
});
