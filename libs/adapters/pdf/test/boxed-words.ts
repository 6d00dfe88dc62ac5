import { expect } from '@jest/globals';
import type { ParsedPageBoxes } from '@arbiter/ports';
import { PdfParser } from '../src/pdf.parser.js';
import { type DrawnGlyph, type DrawnPage, drawnGlyphs } from './drawn-glyphs.js';

const NUMBERS = 6;
const PARTS = 10_000;

export interface BoxedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  /** Shares of the page. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface BoxedText {
  readonly text: string;
  readonly words: readonly BoxedWord[];
  readonly pages: readonly ParsedPageBoxes[];
  /** Of the words of the text, those with a box. */
  readonly share: number;
}

/** Letters and digits, ligatures and accents taken apart, sorted. */
function lettersOf(text: string): string[] {
  return Array.from(text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')).sort();
}

export async function boxedWords(bytes: Uint8Array): Promise<BoxedText> {
  const { signal } = new AbortController();
  const { text, boxes = [] } = await new PdfParser().parse({ bytes, name: 'a.pdf', signal });
  const boxed = new Uint8Array(text.length);
  const words = boxes.flatMap(({ number, words: numbers }) =>
    Array.from({ length: numbers.length / NUMBERS }, (_, index): BoxedWord => {
      const [start = 0, end = 0, ...edges] = numbers.subarray(index * NUMBERS, (index + 1) * NUMBERS);
      const [left = 0, top = 0, right = 0, bottom = 0] = edges.map((edge) => edge / PARTS);
      boxed.fill(1, start, end);
      return { text: text.slice(start, end), start, end, page: number, left, top, right, bottom };
    }),
  );
  const all = [...text.matchAll(/\S+/g)];
  const held = all.filter(({ 0: word, index }) => boxed.subarray(index, index + word.length).every((one) => one === 1));
  return { text, words, pages: boxes, share: all.length === 0 ? 1 : held.length / all.length };
}

/** Width of a usual character, as a share of the height of a line. */
const CHARACTER = 0.5;

/** Glyphs that are drawn in a box, whose sides are moved outwards by so many points. */
function glyphsIn(
  { left, top, right, bottom }: BoxedWord,
  { width, height, glyphs }: DrawnPage,
  [across, down]: readonly [number, number] = [0, 0],
): DrawnGlyph[] {
  return glyphs.filter(({ from, to }) => {
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const isBeside = x <= left * width - across || x >= right * width + across;
    return !isBeside && y > top * height - down && y < bottom * height + down;
  });
}

const textOf = (glyphs: Iterable<DrawnGlyph>): string => Array.from(glyphs, ({ text }) => text).join('');

/** How many of some letters are not among others. */
function missing(some: readonly string[], among: readonly string[]): number {
  const left = [...among];
  return some.filter((letter) => {
    const at = left.indexOf(letter);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  }).length;
}

/** Holds what is drawn in some boxes against a quote: nine of ten letters are marked, and at most two others, one at each end. */
export function expectMarked(words: readonly BoxedWord[], drawn: readonly DrawnPage[], quote: string): void {
  const glyphs = new Set(words.flatMap((word) => glyphsIn(word, drawn[word.page - 1]!)));
  const [marked, wanted] = [lettersOf(textOf(glyphs)), lettersOf(quote)];
  expect(missing(wanted, marked)).toBeLessThanOrEqual(0.1 * wanted.length + 1);
  expect(missing(marked, wanted)).toBeLessThanOrEqual(2);
}

/**
 * Holds the boxes of a file against the glyphs that pdf.js draws: the letters of each word are in its box, give or take one
 * character at its sides, and no others.
 */
export async function expectBoxesHold(
  bytes: Uint8Array,
): Promise<BoxedText & { readonly drawn: readonly DrawnPage[] }> {
  const boxed = await boxedWords(bytes);
  const drawn = await drawnGlyphs(bytes);
  const wrong = boxed.words.filter((word) => {
    const page = drawn[word.page - 1]!;
    const { isUpright } = boxed.pages.find(({ number }) => number === word.page)!;
    const character =
      CHARACTER * (isUpright ? (word.bottom - word.top) * page.height : (word.right - word.left) * page.width);
    const drawnIn = (reach: number): string[] =>
      lettersOf(textOf(glyphsIn(word, page, isUpright ? [reach, 0] : [0, reach])));
    const letters = lettersOf(word.text);
    return missing(letters, drawnIn(character)) > 0 || missing(drawnIn(-character), letters) > 0;
  });
  expect(wrong).toEqual([]);
  for (const { words } of boxed.pages) {
    for (let at = NUMBERS; at < words.length; at += NUMBERS)
      expect(words[at]).toBeGreaterThanOrEqual(words[at - NUMBERS + 1]!);
  }
  return { ...boxed, drawn };
}
