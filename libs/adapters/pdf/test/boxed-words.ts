import { expect } from '@jest/globals';
import type { ParsedPageBoxes } from '@arbiter/ports';
import { PdfParser } from '../src/pdf.parser.js';
import { type DrawnPage, drawnGlyphs } from './drawn-glyphs.js';

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

/** Letters that are drawn in a box, whose sides are moved outwards by so many characters. */
function drawnIn(
  { left, top, right, bottom }: BoxedWord,
  { page, isUpright }: { readonly page: DrawnPage; readonly isUpright: boolean },
  characters: number,
): string[] {
  const along = isUpright ? CHARACTER * (bottom - top) * page.height : 0;
  const down = isUpright ? 0 : CHARACTER * (right - left) * page.width;
  const inside = page.glyphs.filter(({ from, to }) => {
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return (
      x > left * page.width - characters * along &&
      x < right * page.width + characters * along &&
      y > top * page.height - characters * down &&
      y < bottom * page.height + characters * down
    );
  });
  return lettersOf(inside.map((glyph) => glyph.text).join(''));
}

/** What is drawn in some boxes, each glyph once. */
export function markedText(words: readonly BoxedWord[], drawn: readonly DrawnPage[]): string {
  const glyphs = new Set<object>();
  let text = '';
  for (const { page: number, left, top, right, bottom } of words) {
    const page = drawn[number - 1]!;
    for (const glyph of page.glyphs) {
      const [x, y] = [(glyph.from[0] + glyph.to[0]) / 2, (glyph.from[1] + glyph.to[1]) / 2];
      const isIn = x > left * page.width && x < right * page.width && y > top * page.height && y < bottom * page.height;
      if (!isIn || glyphs.has(glyph)) continue;
      glyphs.add(glyph);
      text += glyph.text;
    }
  }
  return text;
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
    const letters = lettersOf(word.text);
    const { isUpright } = boxed.pages.find(({ number }) => number === word.page)!;
    const on = { page: drawn[word.page - 1]!, isUpright };
    return !holds(drawnIn(word, on, 1), letters) || !holds(letters, drawnIn(word, on, -1));
  });
  expect(wrong).toEqual([]);
  for (const { words } of boxed.pages) {
    for (let at = NUMBERS; at < words.length; at += NUMBERS)
      expect(words[at]).toBeGreaterThanOrEqual(words[at - NUMBERS + 1]!);
  }
  return { ...boxed, drawn };
}

/** Whether nine of ten letters of a quote are marked, and at most two others. */
export function overlapOf(marked: string, quote: string): { readonly marked: boolean; readonly others: boolean } {
  const [left, wanted] = [lettersOf(marked), lettersOf(quote)];
  const common = wanted.filter((letter) => {
    const at = left.indexOf(letter);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return { marked: common.length >= 0.9 * wanted.length - 1, others: left.length <= 2 };
}

/** Whether each of the letters is among others as often. */
function holds(letters: readonly string[], some: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const letter of letters) left.set(letter, (left.get(letter) ?? 0) + 1);
  return some.every((letter) => {
    const count = left.get(letter) ?? 0;
    left.set(letter, count - 1);
    return count > 0;
  });
}
