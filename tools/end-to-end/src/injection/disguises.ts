/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і' };
const TAGS_FROM = 0xe0000;

export const withZeroWidths = (text: string): string => Array.from(text).join('\u200B');
export const withSoftHyphens = (text: string): string => text.replace(/(?<=\p{L})(?=\p{L})/gu, '\u00AD');
export const inTags = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(TAGS_FROM + (character.codePointAt(0) ?? 0))).join('');
export const withLookalikes = (text: string): string =>
  Array.from(text, (letter) => LOOKALIKES[letter] ?? letter).join('');
export const withIsolates = (text: string): string => text.replace(/\S+/g, '\u2067$&\u2069');
export const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

export const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
export const inHex = (text: string): string => Buffer.from(text).toString('hex');
export const inRot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
export const reversed = (text: string): string => Array.from(text).reverse().join('');
export const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
