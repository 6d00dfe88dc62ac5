import { describe, expect, it } from '@jest/globals';
import { RtfParser } from './rtf.parser.js';

const read = async (source: string, language?: string): Promise<string> => {
  const { signal } = new AbortController();
  const bytes = new Uint8Array(Buffer.from(source, 'latin1'));
  return (await new RtfParser().parse({ bytes, name: 'mill.rtf', signal, language })).text;
};
const escaped = (...bytes: number[]): string => bytes.map((byte) => `\\'${byte.toString(16)}`).join('');

/** "Ключ", "Łąka", "鍵" and "表" in their code pages; the second byte of the last is a backslash. */
const [KEY, MEADOW] = [escaped(0xca, 0xeb, 0xfe, 0xf7), escaped(0xa3, 0xb9, 0x6b, 0x61)];
const FONTS = String.raw`{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204 Arial Cyr;}{\f2\fnil\fcharset238 Arial CE;}{\f3\fcharset128 Gothic;}}`;

describe('the encodings of RTF', () => {
  it('are those of its fonts, group by group', async () => {
    const text = String.raw`{\rtf1\ansi\ansicpg1252\deff0${FONTS}caf\'e9 {\f1 ${KEY}} \'fc, \f2 ${MEADOW} \plain \'e9, \f3 ${escaped(0x8c, 0xae)}\par}`;
    expect(await read(text)).toBe('café Ключ ü, Łąka é, 鍵');
  });

  it('have characters of two bytes, of which the second may be a letter or a backslash', async () => {
    expect(await read(String.raw`{\rtf1\ansi\ansicpg932 \'8d\'86\'83J\'83\\\par}`)).toBe('号カソ');
  });

  it('keep the quotation marks of windows-1252', async () => {
    expect(await read(String.raw`{\rtf1\ansi\ansicpg1252 \'93mill\'94\par}`)).toBe('“mill”');
  });

  it('are the code page of the document where its fonts state none', async () => {
    const fonts = String.raw`{\fonttbl{\f0\fnil\fcharset0 Arial;}}`;
    expect(await read(String.raw`{\rtf1\ansi\ansicpg1251\deff0${fonts}\f0 ${KEY}\par}`)).toBe('Ключ');
    expect(await read(String.raw`{\rtf1\mac \'8a\'9f\par}`)).toBe('äü');
  });

  it('are guessed where nothing is stated', async () => {
    const words = escaped(...Buffer.from('cfeee5e7e420edeee2fbe920f3f5eee4e8f220f320f0e5eae8', 'hex'));
    expect(await read(String.raw`{\rtf1\ansi ${words}\par}`)).toBe('Поезд новый уходит у реки');
  });
});
