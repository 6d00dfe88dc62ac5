import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { ParsedPageBoxes } from '@arbiter/ports';
import { GlyphWidths } from './glyph-widths.js';
import { type Fragment, type PageFrame, type PageLayout, spellOut } from './page-fragments.js';
import type { PlacedText, ReadRow, Stretch } from './placed-text.js';

/** What letters reach above and below their baseline, as shares of the font's height. */
const ASCENT = 0.8;
const DESCENT = 0.22;
/** Signs of a word stand closer than this share of the font's height, and are at most so many times as high as others. */
const MAX_GAP = 0.8;
const MAX_SIZES = 2.5;
/** Edges are counted in such parts of a page. */
const PARTS = 10_000;

const WORD = /\S+/g;
/** A word before normalisation, which takes signs that count as spaces for ligatures, or out. */
const RAW_WORD = /[\S\v\f\r\uFEFF]+/g;
/** Scripts without spaces: each sign is a word, so that a quote is marked from its first to its last. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]|\p{N}/u;

/** A block and where it begins in the text of the document. */
export interface PlacedBlock extends PlacedText {
  readonly start: number;
}

/** Part of a row's text, and of what it was before it was normalised. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The boxes of the words of a document, by page. A word that is divided has one on each line. A word whose place is not certain has none.
 *
 * @param text of the document
 * @param blocks in its order
 */
export function boxWords(
  text: string,
  blocks: readonly PlacedBlock[],
  pages: readonly PageLayout[],
): ParsedPageBoxes[] {
  const frames = new Map(pages.map(({ number, frame }) => [number, frame]));
  const words = new Map<number, number[]>();
  const rows = new Set(blocks.flatMap(({ stretches }) => stretches.map(({ row }) => row)));
  const widths = new GlyphWidths([...rows].flatMap(({ fragments }) => fragments));
  for (const block of blocks) {
    // Normalised once more as a whole: letters may have been composed over the end of a line.
    if (!text.startsWith(block.text, block.start)) continue;
    for (const stretch of block.stretches) {
      const { page } = stretch.row;
      const frame = frames.get(page);
      if (!frame) continue;
      const ofPage = words.get(page) ?? [];
      words.set(page, ofPage);
      const edges = new EdgesOfRow(stretch.row, widths);
      for (const { start, end, from, to } of wordsOf(stretch)) {
        const rectangle = edges.rectangleOf(from, to);
        const box = rectangle && boxOn(frame, rectangle);
        if (box) ofPage.push(block.start + start, block.start + end, ...box);
      }
    }
  }
  return [...words].flatMap(([number, ofPage]) => {
    const frame = frames.get(number);
    if (!frame || ofPage.length === 0) return [];
    const { width, height, turns } = frame;
    return [{ number, width, height, isUpright: turns % 2 === 0, words: Int32Array.from(ofPage) }];
  });
}

/** The words of a stretch, with offsets in its text. */
function wordsOf({ start, end, from, row }: Stretch): Word[] {
  const shift = start - from;
  return wordsOfRow(row).flatMap((word) => {
    const first = Math.max(word.start, from);
    const last = Math.min(word.end, end - shift);
    if (first >= last) return [];
    const isSame = word.end - word.start === word.to - word.from;
    const part = isSame
      ? { from: word.from + first - word.start, to: word.to - (word.end - last) }
      : { from: word.from, to: word.to };
    return [{ start: first + shift, end: last + shift, ...part }];
  });
}

/** None where the words of the normalised text are not surely those that were read. */
function wordsOfRow({ joined, text }: ReadRow): Word[] {
  const written = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ word, index }));
  const isSame = joined === text;
  const read = isSame
    ? written
    : Array.from(joined.matchAll(RAW_WORD), ({ 0: word, index }) => ({ word, index })).filter(
        ({ word }) => normalised(word) !== '',
      );
  if (read.length !== written.length) return [];
  if (!isSame && !written.every(({ word }, index) => word === normalised(read[index]?.word ?? ''))) return [];
  return written.flatMap(({ word, index }, at): Word[] => {
    const raw = read[at] ?? { word, index };
    if (raw.word.length !== word.length || !UNSPACED.test(word))
      return [{ start: index, end: index + word.length, from: raw.index, to: raw.index + raw.word.length }];
    return Array.from(word.matchAll(/./gsu), ({ 0: sign, index: within }) => ({
      start: index + within,
      end: index + within + sign.length,
      from: raw.index + within,
      to: raw.index + within + sign.length,
    }));
  });
}

function normalised(word: string): string {
  return singleLine(normalizeText(spellOut(word)));
}

/** Where the signs of a row stand. */
class EdgesOfRow {
  readonly #edges = new Map<Fragment, Float64Array | undefined>();

  constructor(
    private readonly row: ReadRow,
    private readonly widths: GlyphWidths,
  ) {}

  /** @returns undefined where it is not certain */
  rectangleOf(from: number, to: number): Rectangle | undefined {
    const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const sizes: number[] = [];
    let inked = 0;
    for (const [index, fragment] of this.row.fragments.entries()) {
      const start = this.row.starts[index] ?? 0;
      if (start >= to) break;
      const { text, x, y, size, width } = fragment;
      const [first, last] = [Math.max(0, from - start), Math.min(text.length, to - start)];
      if (first >= last) continue;
      const part = this.#partOf(fragment, first, last);
      if (!part) return undefined;
      sizes.push(size);
      inked += (part[1] - part[0]) * width;
      found.left = Math.min(found.left, x + part[0] * width);
      found.right = Math.max(found.right, x + part[1] * width);
      found.top = Math.min(found.top, y - ASCENT * size);
      found.bottom = Math.max(found.bottom, y + DESCENT * size);
    }
    const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
    // Signs that no word puts together, such as a mark of the next column.
    if (largest > MAX_SIZES * smallest || found.right - found.left > inked + MAX_GAP * largest) return undefined;
    return found;
  }

  /** From where to where some signs of a fragment reach, as shares of its width. */
  #partOf(fragment: Fragment, first: number, last: number): readonly [number, number] | undefined {
    const { text, rightToLeft, font } = fragment;
    // Entries of forms and notes are drawn by the viewer, in a way of its own.
    if (font === '') return undefined;
    if (first === 0 && last === text.length) return [0, 1];
    if ((rightToLeft ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text)) return undefined;
    if (!this.#edges.has(fragment)) this.#edges.set(fragment, this.widths.edgesOf(fragment));
    const edges = this.#edges.get(fragment);
    if (!edges) return undefined;
    const [left = 0, right = 1] = [edges[first], edges[last]];
    return rightToLeft ? [1 - right, 1 - left] : [left, right];
  }
}

/** @returns left, top, right and bottom edge in parts of the page; undefined beside it */
function boxOn({ width, height, turns }: PageFrame, { left, top, right, bottom }: Rectangle): number[] | undefined {
  const [x, y] = asShown(left, top, turns);
  const [otherX, otherY] = asShown(right, bottom, turns);
  const box = [
    Math.floor((Math.min(x, otherX) / width) * PARTS),
    Math.floor((Math.min(y, otherY) / height) * PARTS),
    Math.ceil((Math.max(x, otherX) / width) * PARTS),
    Math.ceil((Math.max(y, otherY) / height) * PARTS),
  ].map((part) => Math.min(PARTS, Math.max(0, part)));
  const [first = 0, second = 0, third = 0, fourth = 0] = box;
  return third > first && fourth > second ? box : undefined;
}

/** From the coordinates of upright text to those of the page as it is shown. */
function asShown(x: number, y: number, turns: number): readonly [number, number] {
  if (turns === 1) return [-y, x];
  if (turns === 2) return [-x, -y];
  if (turns === 3) return [y, -x];
  return [x, y];
}
