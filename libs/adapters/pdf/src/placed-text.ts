import { joinLines } from '@arbiter/adapter-kit/documents';
import type { Fragment } from './fragment.js';

/** A row of a page as it was read. Offsets are UTF-16 code units. */
export interface ReadRow {
  /** From 1. */
  readonly page: number;
  /** In reading order. */
  readonly fragments: readonly Fragment[];
  /** Where each of them begins in `joined`. */
  readonly starts: readonly number[];
  /** Their texts, with spaces in between. */
  readonly joined: string;
  /** The same, normalised. */
  readonly text: string;
}

/** Part of a text that comes from one row. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly row: ReadRow;
  /** Offset of `start` in the text of the row. */
  readonly from: number;
}

/** A text that knows which of its parts stand on a page, in order and not overlapping. What stands nowhere has no stretch. */
export interface PlacedText {
  readonly text: string;
  readonly stretches: readonly Stretch[];
}

/** Continues a text with its next line, as `joinLines` does. @returns where the next line begins in it */
export function continueText(
  placed: { text: string; readonly stretches: Stretch[] },
  next: PlacedText,
  compounds: ReadonlySet<string>,
): number {
  const { text, at } = joinLines(placed.text, next.text, compounds);
  const last = placed.stretches.at(-1);
  // The hyphen of a divided word has gone.
  if (last && last.end > at) placed.stretches[placed.stretches.length - 1] = { ...last, end: at };
  placed.stretches.push(...stretchesFrom(next.stretches, at));
  placed.text = text;
  return at;
}

/** The stretches of a text that begins at an offset of another. */
export function stretchesFrom(stretches: readonly Stretch[], offset: number): Stretch[] {
  return stretches.map((stretch) => ({ ...stretch, start: stretch.start + offset, end: stretch.end + offset }));
}

/** The stretches of the part of a text between two offsets. */
export function stretchesWithin(stretches: readonly Stretch[], from: number, to = Infinity): Stretch[] {
  return stretches.flatMap((stretch) => {
    const [start, end] = [Math.max(stretch.start, from), Math.min(stretch.end, to)];
    if (start >= end) return [];
    return [{ row: stretch.row, from: stretch.from + start - stretch.start, start: start - from, end: end - from }];
  });
}
