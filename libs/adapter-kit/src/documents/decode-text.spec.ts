import { describe, expect, it } from '@jest/globals';
import { decodeText, singleLine, tidyLines } from './decode-text.js';

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

  it.each(['utf-16le', 'utf-16be'])('reads %s without a mark', (encoding) => {
    const bytes = Buffer.from('Ines keeps the café.', 'utf16le');
    const given = encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16();
    expect(decodeText({ bytes: new Uint8Array(given), name })).toEqual({ text: 'Ines keeps the café.', encoding });
  });

  it.each([
    ['a few NUL bytes', 'abc\0def\0\0ghi\0'],
    ['NUL bytes on both sides', '\0\x01\0\x02a\0b\0c\0d\0'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeText({ bytes: new TextEncoder().encode(text), name })).toThrow('it holds binary data');
  });

  it('keeps a text of two encodings, and says how much of the second is lost', () => {
    const bytes = Buffer.concat([
      Buffer.from('Grüße an alle Häuser der Stadt; '.repeat(8)),
      Buffer.from('é', 'latin1'),
    ]);
    const { text, warning } = decodeText({ bytes: new Uint8Array(bytes), name });
    expect(text).toContain('Grüße an alle Häuser');
    expect(warning).toBe('1 character could not be decoded as utf-8.');
  });
});

describe('singleLine and tidyLines', () => {
  it.each(['\u200b harbour', 'harbour \u00ad', '\ufeff\u200b harbour \u2060 '])(
    'leave no space behind a break hint: %j',
    (text) => {
      expect([singleLine(text), tidyLines(text)]).toEqual(['harbour', 'harbour']);
    },
  );
});
