import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Fragment } from './fragment.js';
import type { PlacedText } from './placed-text.js';

/** Copies of a run within this share of its height are one run drawn twice, to look bold. */
const DOUBLE_STRIKE = 0.15;

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

const CONTROL_IN_WORD = /\p{Cc}(?:(?<=\p{L}\p{Cc})|(?=\p{L}))/gu;
/** Letters as they are joined, which the library leaves as they are. */
const JOINED_FORMS = /[\uFE80-\uFEFC]+/gu;

const ACCENTED = /([¨˝ˇ˘˙˚ˆ˜]|(?<!(?<!\p{L})(?:[cdjlmnst]|qu))´)(\p{L})/giu;

/** Text of a row that is set apart by more than spaces. */
export interface Cell extends PlacedText {
  readonly left: number;
  readonly right: number;
  /** Of most of its signs. */
  readonly font: string;
}

/** Fragments on one baseline, from left to right. */
export type Row = readonly Fragment[];

export interface Line extends PlacedText {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Font of most of its signs. */
  readonly font?: string;
  /** Its parts that are set apart by more than spaces, where there are several. */
  readonly cells?: readonly Cell[];
  /** The row of a table with drawn cells, and the lines of these by column. */
  readonly ruled?: {
    readonly table: { readonly columns: readonly { readonly left: number; readonly right: number }[] };
    readonly cells: ReadonlyMap<number, readonly Cell[]>;
  };
  /** What it stands in that is laid out by itself: a picture. Lines of other places do not go on with it. */
  readonly inset?: object;
  /** A row of a table, or a line that nothing is to be joined with. */
  readonly alone?: 'table_row' | 'line';
}

/** Lines of one column, or of the width of the page, from top to bottom. */
export type Region = readonly Line[];

export interface PageLayout {
  readonly number: number;
  /** In reading order. */
  readonly regions: readonly Region[];
  /** Absent where the places of its fragments are not known. */
  readonly frame?: PageFrame;
}

/** A page as it is shown: turned, and cut to its crop box. */
export interface PageFrame {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Clockwise quarter turns, 0 to 3, from the page as it is shown to its text, whose coordinates fragments have. */
  readonly turns: number;
}

/** The middle value; of an even number of values the upper one; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A 2×3 affine matrix as PDF writes it: [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];

interface PageFragments {
  /** Text of the page's own direction, upright. */
  readonly upright: readonly Fragment[];
  /** Clockwise quarter turns of the page's own direction, 0 to 3. */
  readonly turns: number;
  /** Text of other directions (labels of axes, stamps, vertical writing) in the order of the file. */
  readonly others: readonly string[];
  /** Whether text was left out, of fonts that do not say which letters their glyphs are. */
  readonly illegible: boolean;
}

/**
 * Text runs of a page in upright coordinates. The direction in which most of the text runs counts as upright, since
 * many landscape pages are portrait pages with turned text.
 *
 * @param viewport matrix from PDF space to the page as it is shown, at scale 1
 */
export function pageFragments(items: TextContent['items'], viewport: readonly number[]): PageFragments {
  const texts = items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const illegible = illegibleFonts(texts);
  const placed = texts
    .filter(({ fontName }) => !illegible.has(fontName))
    .map((item) => ({ item, matrix: multiply(asMatrix(viewport), asMatrix(item.transform as readonly number[])) }));

  const weights = [0, 0, 0, 0];
  for (const { item, matrix } of placed) {
    const turns = quarterTurns(matrix);
    if (turns !== undefined && item.dir !== 'ttb') weights[turns] = (weights[turns] ?? 0) + item.str.length;
  }
  const direction = weights.indexOf(Math.max(...weights));

  const scale = Math.hypot(viewport[0] ?? 1, viewport[1] ?? 0);
  const upright: Fragment[] = [];
  const others: string[] = [];
  for (const { item, matrix } of placed) {
    if (item.dir !== 'ttb' && quarterTurns(matrix) === direction)
      upright.push(fragmentOf(item, matrix, direction, scale));
    else others.push(item.str);
  }
  return { upright: withoutDoubleStrikes(upright), turns: direction, others, illegible: illegible.size > 0 };
}

/** @param scale points of the page as it is shown to a unit of the file */
function fragmentOf(item: TextItem, matrix: Matrix, direction: number, scale: number): Fragment {
  const [x, y] = turnBack(matrix[4], matrix[5], direction);
  const size = Math.hypot(matrix[2], matrix[3]) || item.height;
  const width = Math.abs(item.width) * scale;
  return { text: item.str, x, y, width, size, rightToLeft: item.dir === 'rtl', font: item.fontName };
}

function withoutDoubleStrikes(fragments: readonly Fragment[]): Fragment[] {
  const last = new Map<string, Fragment>();
  return fragments.filter((fragment) => {
    const twin = last.get(fragment.text);
    last.set(fragment.text, fragment);
    const reach = DOUBLE_STRIKE * fragment.size;
    return !twin || Math.abs(twin.x - fragment.x) > reach || Math.abs(twin.y - fragment.y) > reach;
  });
}

/** Clockwise quarter turns of a text's direction, 0 to 3; undefined for slanted text. */
function quarterTurns([a, b]: Matrix): number | undefined {
  const turns = Math.atan2(b, a) / (Math.PI / 2);
  return Math.abs(turns - Math.round(turns)) > 0.05 ? undefined : (Math.round(turns) + 4) % 4;
}

export function turnBack(x: number, y: number, turns: number): readonly [number, number] {
  if (turns === 1) return [y, -x];
  if (turns === 2) return [-x, -y];
  if (turns === 3) return [-y, x];
  return [x, y];
}

export function asMatrix(values: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
}

/** The matrix that applies `n`, then `m`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** Ligatures of TeX's own encoding (OT1), which its bitmap fonts do not name; no text has these controls. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['\x0b', 'ff'],
  ['\x0c', 'fi'],
  ['\x0d', 'fl'],
  ['\x0e', 'ffi'],
  ['\x0f', 'ffl'],
]);

/** Accents that stand before their letter, and their combining forms; "´" may be an apostrophe, "`" a quotation mark. */
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
