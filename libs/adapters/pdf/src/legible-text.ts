import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** Signs that no letter of a text has: controls, private use, unassigned, the replacement character. */
const NO_LETTER = /[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu;
const LETTER = /[\p{L}\p{N}\p{M}]/gu;
/** Spaces, and signs in a row: dot leaders, rules. */
const FILLING = /\s+|(.)\1+/gsu;
/** Fewer signs of a font show nothing. */
const MIN_SIGNS = 20;
/**
 * A font of which so many signs are no letters does not say what its glyphs are: they are numbers of glyphs, among which
 * fall controls. Of 1,841 pages of 490 files, those above were glyph numbers and notes of music.
 */
const MAX_NO_LETTERS = 0.1;
/** With any such sign, a font of so few letters does not say it either; signs of mathematics alone have none. */
const MIN_LETTERS = 0.35;

/** Ligatures of TeX's own encoding (OT1), which its bitmap fonts do not name; no text has these controls. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['\x0b', 'ff'],
  ['\x0c', 'fi'],
  ['\x0d', 'fl'],
  ['\x0e', 'ffi'],
  ['\x0f', 'ffl'],
]);
const CONTROL_IN_WORD = /(?<=\p{L})\p{Cc}|\p{Cc}(?=\p{L})/gu;
/** Letters as they are joined, which the library leaves as they are. */
const JOINED_FORMS = /[\uFE80-\uFEFC]+/gu;
/** Accents that stand before their letter, and what they are above it; "´" may be an apostrophe, "`" a quotation mark. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['¨', '\u0308'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['˚', '\u030a'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['´', '\u0301'],
]);
const ACCENTED = /([¨˝ˇ˘˙˚ˆ˜]|(?<!(?<!\p{L})(?:[cdjlmnst]|qu))´)(\p{L})/giu;

/** Names of the fonts that do not say which letters their glyphs are. */
export function illegibleFonts(items: readonly TextItem[]): ReadonlySet<string> {
  const texts = new Map<string, string>();
  for (const { fontName, str } of items) texts.set(fontName, (texts.get(fontName) ?? '') + str);
  const illegible = [...texts].filter(([, text]) => isIllegible(text.replace(FILLING, '$1')));
  return new Set(illegible.map(([fontName]) => fontName));
}

function isIllegible(text: string): boolean {
  const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / text.length;
  if (text.length < MIN_SIGNS) return false;
  const noLetters = share(NO_LETTER);
  return noLetters > MAX_NO_LETTERS || (noLetters > 0 && share(LETTER) < MIN_LETTERS);
}

/** The letters of a line as a text has them: ligatures spelt out, joined forms and accents put together. */
export function spellOut(text: string): string {
  return text
    .replace(CONTROL_IN_WORD, (sign) => LIGATURES.get(sign) ?? sign)
    .replace(JOINED_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(ACCENTED, (pair, accent: string, letter: string) => {
      // The dotless i is there to take an accent.
      const base = letter === 'ı' ? 'i' : letter;
      const composed = (base + (ACCENTS.get(accent) ?? '')).normalize('NFC');
      return composed.length === 1 ? composed : pair;
    });
}
