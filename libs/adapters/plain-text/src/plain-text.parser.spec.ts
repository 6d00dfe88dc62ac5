import { describeDocumentParser } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { PlainTextParser } from './plain-text.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = (bytes: Uint8Array, name = 'notes.txt') => new PlainTextParser().parse({ bytes, name, signal });
const blocksOf = async (text: string): Promise<string[]> => {
  const parsed = await read(utf8(text));
  return parsed.blocks.map(({ start, end }) => parsed.text.slice(start, end));
};

describeDocumentParser('PlainTextParser', () => new PlainTextParser(), [
  {
    what: 'two paragraphs',
    name: 'a.txt',
    bytes: utf8('One.\nStill one.\n\nTwo.\n'),
    holds: ['One.\nStill one.', 'Two.'],
  },
  {
    what: 'CR LF, a byte order mark and stray controls',
    name: 'b.text',
    bytes: utf8('\ufeffA\r\n\u0007B\r\n\r\nC\f'),
    holds: ['A\nB', 'C'],
  },
  {
    what: 'emoji and decomposed accents',
    name: 'c.log',
    bytes: utf8('cafe\u0301 👩‍👩‍👧\n \t \nna\u00adive'),
    holds: ['café 👩‍👩‍👧', 'naive'],
  },
  { what: 'only white space', name: 'blank', bytes: utf8(' \n\t\n\u00a0'), holds: [] },
]);

describe('PlainTextParser', () => {
  it('splits at blank lines, even when they hold spaces, and keeps indentation', async () => {
    expect(await blocksOf('\n\n  a\n b\n \t\n\n   c  \n')).toEqual(['  a\n b', '   c']);
  });

  it.each([
    ['utf-8', [0xc3, 0xa9]],
    ['utf-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ['utf-16le', [0xff, 0xfe, 0xe9, 0x00]],
    ['utf-16be', [0xfe, 0xff, 0x00, 0xe9]],
  ])('reads %s by its bytes', async (encoding, bytes) => {
    expect(await read(Uint8Array.from(bytes))).toMatchObject({ text: 'é', metadata: { encoding } });
  });

  it('reads an encoding of Windows, quotation marks and euro sign included', async () => {
    const french =
      'L\u0092\u00e9t\u00e9 d\u00e9j\u00e0, le caf\u00e9 co\u00fbte 3 \u0080, \u00e0 c\u00f4t\u00e9 de la for\u00eat.';
    const { text, warnings } = await read(Uint8Array.from(french, (character) => character.charCodeAt(0)));
    expect(text).toBe('L’été déjà, le café coûte 3 €, à côté de la forêt.');
    expect(warnings).toEqual([]);
  });

  it('reads a Japanese legacy encoding', async () => {
    const shiftJis = [
      0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x4c, 0x83, 0x58, 0x83, 0x67, 0x82, 0xc5, 0x82,
      0xb7, 0x81, 0x42,
    ];
    expect((await read(Uint8Array.from(shiftJis))).text).toBe('日本語のテキストです。');
  });

  it('keeps a UTF-8 text with a broken byte and says so', async () => {
    const { text, warnings } = await read(
      Uint8Array.from([...utf8('Grüße aus Köln, schöne Tage, süße Äpfel, große Öfen.'), 0xe2, 0x82]),
    );
    expect(text).toContain('Grüße aus Köln');
    expect(warnings).toEqual(['1 character could not be decoded as utf-8.']);
  });

  it('drops terminal colours', async () => {
    expect((await read(utf8('\u001b[31;1mERROR\u001b[0m disk full'))).text).toBe('ERROR disk full');
  });

  it.each([
    ['NUL bytes', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00])],
    ['many control characters', Uint8Array.from({ length: 500 }, (_, i) => 1 + ((i * 7919) % 255))],
  ])('refuses a file with %s', async (_, bytes) => {
    await expect(read(bytes, 'photo.txt')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'photo.txt is not a text file: it holds binary data.',
    });
  });

  it('reads ten million characters on one line', async () => {
    const { text, blocks } = await read(utf8('word '.repeat(2_000_000)));
    expect(text).toHaveLength(9_999_999);
    expect(blocks).toHaveLength(1);
  });
});

describe('words divided at line ends', () => {
  it('are put together, and keep a hyphen that the document writes elsewhere', async () => {
    expect(await blocksOf('The slip-\nway is well-\nknown.\n\nA well-known slip.')).toEqual([
      'The slipway is well-known.',
      'A well-known slip.',
    ]);
  });
});
