import { describe, expect, it } from '@jest/globals';
import { ContentTokens } from './content-tokens.mjs';

const TOKENIZER = {
  added_tokens: [
    { id: 0, content: '[CLS]', special: true },
    { id: 1, content: '[SEP]', special: true },
    { id: 2, content: '[UNK]', special: true },
  ],
  model: {
    unk_token: '[UNK]',
    vocab: { '[CLS]': 0, '[SEP]': 1, '[UNK]': 2, the: 3, it: 4, '##em': 5, lantern: 6, '.': 7, '##s': 8 },
  },
};

describe('ContentTokens', () => {
  const sut = ContentTokens.of(Buffer.from(JSON.stringify(TOKENIZER)), ['the', 'it']);
  const positions = (...ids: number[]): number[] => sut.positions(Int32Array.from(ids));

  it('leaves out special tokens, stop words and punctuation', () => {
    expect(positions(0, 3, 6, 8, 7, 1)).toEqual([2, 3]);
  });

  it('keeps a stop word that is the start of another word', () => {
    expect(positions(0, 4, 5, 4, 1)).toEqual([1, 2]);
  });

  it('keeps words that the vocabulary does not know', () => {
    expect(positions(0, 3, 2, 1)).toEqual([2]);
  });

  it('keeps all words of a text without content, and the special tokens of a text without words', () => {
    expect(positions(0, 3, 7, 1)).toEqual([1, 2]);
    expect(positions(0, 1)).toEqual([0, 1]);
  });
});
