import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { boxOf, type ParsedPageBoxes } from '@arbiter/ports';
import { GlyphWidths } from './glyph-widths.js';
import type { Fragment } from './fragment.js';
import { type PageFrame, type PageLayout, spellOut } from './page-fragments.js';
import type { PlacedText, ReadRow, Stretch } from './placed-text.js';

/** What letters reach above and below their baseline, as shares of the font's height. */
const ASCENT = 0.8;
const DESCENT = 0.22;
/** Signs of a word stand closer than this share of the font's height, and are at most so many times as high as others. */
const MAX_GAP = 0.8;
const MAX_SIZES = 2.5;

/** A word before normalisation, which takes signs that count as spaces for ligatures, or out. */
const RAW_WORD = /[\S\v\f\r\uFEFF]+/g;
/** Scripts without spaces: each sign is a word of its own, so that a quote is marked from its first to its last. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A sign of these scripts, or a stretch without one. */
const SIGN = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source}).)+`, 'gsu');
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
  const words: Word[] = [];
  for (const word of wordsOfRow(row)) {
    const first = Math.max(word.start, from);
    const last = Math.min(word.end, end - shift);
    if (first >= last) continue;
    // Part of a word is found if its signs were read one by one.
    const isSame = word.end - word.start === word.to - word.from;
    const [before, after] = isSame ? [first - word.start, word.end - last] : [0, 0];
    words.push({ start: first + shift, end: last + shift, from: word.from + before, to: word.to - after });
  }
  return words;
}

/** None where the words of the normalised text are not surely those that were read. */
function wordsOfRow({ joined, text }: ReadRow): Word[] {
  // One space stands between words of a normalised line.
  const written = text.split(' ');
  const read = joined === text ? null : [...joined.matchAll(RAW_WORD)].filter(({ 0: raw }) => normalised(raw) !== '');
  if (read && !(read.length === written.length && read.every(({ 0: raw }, at) => normalised(raw) === written[at])))
    return [];
  const isUnspaced = UNSPACED.test(text);
  const words: Word[] = [];
  let start = 0;
  for (const [at, word] of written.entries()) {
    const { 0: raw, index } = read?.[at] ?? { 0: word, index: start };
    if (isUnspaced && raw.length === word.length) {
      for (const { 0: sign, index: within } of word.matchAll(SIGN)) {
        const [from, length] = [index + within, sign.length];
        words.push({ start: start + within, end: start + within + length, from, to: from + length });
      }
    } else words.push({ start, end: start + word.length, from: index, to: index + raw.length });
    start += word.length + 1;
  }
  return words;
}

function normalised(word: string): string {
  return singleLine(normalizeText(spellOut(word)));
}

/** Where the signs of a row stand. */
class EdgesOfRow {
  readonly #edges = new Map<Fragment, Float64Array | undefined>();
  /** Words are asked for from left to right: fragments before this one are done with. */
  #first = 0;

  constructor(
    private readonly row: ReadRow,
    private readonly widths: GlyphWidths,
  ) {}

  /** The signs from one offset to another, no less than those asked for before. @returns undefined where it is not certain */
  rectangleOf(from: number, to: number): Rectangle | undefined {
    const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    let [smallest, largest] = [Infinity, 0];
    let inked = 0;
    const { fragments, starts } = this.row;
    const isBefore = (at: number): boolean => (starts[at] ?? 0) + (fragments[at]?.text.length ?? 0) <= from;
    while (this.#first < fragments.length && isBefore(this.#first)) this.#first++;
    for (let at = this.#first; at < fragments.length; at++) {
      const fragment = fragments[at];
      const start = starts[at] ?? 0;
      if (!fragment || start >= to) break;
      const { text, x, y, size, width } = fragment;
      const [first, last] = [Math.max(0, from - start), Math.min(text.length, to - start)];
      if (first >= last) continue;
      const part = this.#partOf(fragment, first, last);
      if (!part) return undefined;
      smallest = Math.min(smallest, size);
      largest = Math.max(largest, size);
      inked += (part[1] - part[0]) * width;
      found.left = Math.min(found.left, x + part[0] * width);
      found.right = Math.max(found.right, x + part[1] * width);
      found.top = Math.min(found.top, y - ASCENT * size);
      found.bottom = Math.max(found.bottom, y + DESCENT * size);
    }
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
    if (!this.#edges.has(fragment)) {
      const isMixed = (rightToLeft ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text);
      this.#edges.set(fragment, isMixed ? undefined : this.widths.edgesOf(fragment));
    }
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
  const box = boxOf(
    Math.min(x, otherX) / width,
    Math.min(y, otherY) / height,
    Math.max(x, otherX) / width,
    Math.max(y, otherY) / height,
  );
  return box.right > box.left && box.bottom > box.top ? [box.left, box.top, box.right, box.bottom] : undefined;
}

/** From the coordinates of upright text to those of the page as it is shown. */
function asShown(x: number, y: number, turns: number): readonly [number, number] {
  if (turns === 1) return [-y, x];
  if (turns === 2) return [-x, -y];
  if (turns === 3) return [y, -x];
  return [x, y];
}
