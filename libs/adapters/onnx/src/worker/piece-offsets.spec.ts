import { describe, expect, it } from '@jest/globals';
import { pieceOffsets } from './encode-text.mjs';

/** What the offsets cut out of the text. */
const cut = (text: string, pieces: readonly string[]): string[] =>
  pieceOffsets(text, pieces).map(({ start, end }) => text.slice(start, end));

describe('pieceOffsets', () => {
  it('finds words, their continuations and punctuation', () => {
    expect(cut('The lamplighters, 2d6!', ['the', 'lamp', '##lighter', '##s', ',', '2', '##d', '##6', '!'])).toEqual(
      'The lamp lighter s , 2 d 6 !'.split(' '),
    );
  });

  it('finds what lost its accents, and leaves out what stood between', () => {
    expect(cut('  Élan\u00a0\u200bcafe\u0301  x', ['elan', 'cafe', 'x'])).toEqual(['Élan', 'cafe', 'x']);
  });

  it('lets an unknown piece stand for a word, or for one character that stands alone', () => {
    expect(cut('the 👾👾 —x 灯塔 end', ['the', '[UNK]', '[UNK]', 'x', '[UNK]', '[UNK]', 'end'])).toEqual([
      'the',
      '👾👾',
      '—',
      'x',
      '灯',
      '塔',
      'end',
    ]);
  });

  it('takes [UNK] in a text for what it says', () => {
    expect(cut('the [UNK] tag 👾', ['the', '[UNK]', 'tag', '[UNK]'])).toEqual(['the', '[UNK]', 'tag', '👾']);
  });

  it('stops at the end of a text that holds less than the pieces say', () => {
    expect(pieceOffsets('ab', ['abc', 'd'])).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 2 },
    ]);
  });
});
