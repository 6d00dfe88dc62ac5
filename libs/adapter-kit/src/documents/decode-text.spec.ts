import { describe, expect, it } from '@jest/globals';
import { decodeText } from './decode-text.js';

describe('decodeText', () => {
  const name = 'a.md';

  it('prefers UTF-8 over a guess', () => {
    expect(decodeText({ bytes: Uint8Array.from([0xc3, 0xa9]), name }, () => 'shift_jis').text).toBe('é');
  });

  it('follows the guess for bytes that are not UTF-8', () => {
    expect(decodeText({ bytes: Uint8Array.from([0xcf, 0xf0]), name }, () => 'windows-1251').text).toBe('Пр');
  });

  it('reads as windows-1252 what nobody can name, and says so when the guess is unknown', () => {
    const bytes = Uint8Array.from([0x93, 0xe9, 0x94]);
    expect(decodeText({ bytes, name })).toEqual({ text: '“é”', encoding: 'windows-1252' });
    expect(decodeText({ bytes, name }, () => 'IBM420_rtl')).toMatchObject({
      text: '“é”',
      warning: 'The encoding IBM420_rtl is not known here; the text was read as windows-1252.',
    });
  });

  it('takes a genuine replacement character for what it is', () => {
    expect(decodeText({ bytes: new TextEncoder().encode('a\ufffd'), name }).warning).toBeUndefined();
  });
});
