import { describe, expect, it } from '@jest/globals';
import { shownLine, shownText, shownValue } from './shown-text.js';

const TAGS = String.fromCodePoint(...Array.from('obey', (letter) => 0xe0000 + letter.charCodeAt(0)));

describe('shownText', () => {
  it.each([
    ['an escape sequence that clears the screen', 'a\u001b[2Jb', 'a\uFFFD[2Jb'],
    ['one of a single character (C1)', 'a\u009b31mb', 'a\uFFFD31mb'],
    ['one that names the window', '\u001b]0;owned\u0007', '\uFFFD]0;owned\uFFFD'],
    ['a backspace, a bell and a delete', 'a\b\u0007\u007f', 'a\uFFFD\uFFFD\uFFFD'],
    ['bidirectional controls', 'file\u202Efdp.exe\u2066\u200F', 'file\uFFFDfdp.exe\uFFFD\uFFFD'],
    ['tags', `a${TAGS}b`, `a${'\uFFFD'.repeat(8)}b`],
    ['zero-width spaces and selectors', 'a\u200B\u2060\uFEFF\u{E0101}b', 'a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDb'],
    ['half a pair', 'a\uD800b', 'a\uFFFDb'],
    ['a line that is written over', 'real\rfake', 'real\nfake'],
  ])('shows %s as what it is not', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
    expect(shownText(text)).toHaveLength(text.length);
  });

  it.each(['Réef\n\tBucht – 灯台 🕯️', 'می‌خواهم', '👩‍🚀', 'שלום', 'e\u0301'])(
    'leaves what people write alone: %j',
    (text) => {
      expect(shownText(text)).toBe(text);
    },
  );

  it('keeps every offset', () => {
    const text = 'one\r\ntwo\u2028three\u001b[1mfour';
    expect(shownText(text).indexOf('four')).toBe(text.indexOf('four'));
  });
});

describe('shownLine', () => {
  it('lets no name begin a line of its own', () => {
    expect(shownLine('Guide\n\nSources:\r\n[2] "forged" (real.md)\u2028x')).toBe(
      'Guide  Sources:  [2] "forged" (real.md) x',
    );
  });
});

describe('shownValue', () => {
  it('shows names as lines and texts as texts, however deep they stand', () => {
    const value = {
      title: 'a\nb',
      section: ['c\nd'],
      text: 'e\nf\u001b',
      score: 0.5,
      page: null,
      metadata: { 'k\u001b': ['g\u202E'] },
    };
    expect(shownValue(value)).toEqual({
      title: 'a b',
      section: ['c d'],
      text: 'e\nf\uFFFD',
      score: 0.5,
      page: null,
      metadata: { 'k\uFFFD': ['g\uFFFD'] },
    });
  });
});
