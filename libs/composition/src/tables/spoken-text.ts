import type { Span } from '@arbiter/text';

/** A stretch of the spoken text and the stretch of the row that it repeats, of the same length. */
export interface SpokenSegment {
  readonly spoken: Span;
  readonly row: Span;
}

/** A row as a person says it. What no segment covers was added: colons, commas, plural endings. */
export interface SpokenRow {
  readonly text: string;
  /** In the order of the spoken text. The same words but for their case. */
  readonly segments: readonly SpokenSegment[];
}

/**
 * Where a stretch of the row is said.
 *
 * @returns from the first to the last of its characters that are said; null where none is
 */
export function spokenSpan({ segments }: SpokenRow, { start, end }: Span): Span | null {
  const parts = segments.flatMap(({ row, spoken }) => {
    const low = Math.max(start, row.start);
    const high = Math.min(end, row.end);
    const shift = spoken.start - row.start;
    return low < high ? [{ start: low + shift, end: high + shift }] : [];
  });
  if (parts.length === 0) return null;
  return { start: Math.min(...parts.map((part) => part.start)), end: Math.max(...parts.map((part) => part.end)) };
}

/** Puts a spoken text together and keeps where each stretch of it is from. */
export class SpokenText {
  private text = '';
  private readonly segments: SpokenSegment[] = [];

  constructor(private readonly row: string) {}

  /** Adds words that do not stand in the row. */
  say(words: string): this {
    this.text += words;
    return this;
  }

  /** Repeats stretches of the row, the first letter in lower case if `isLowered`. */
  quote(ranges: readonly Span[], isLowered = false): this {
    ranges.forEach((range, index) => {
      const words = this.row.slice(range.start, range.end);
      const start = this.text.length;
      this.text += isLowered && index === 0 ? lowered(words) : words;
      this.segments.push({ spoken: { start, end: this.text.length }, row: range });
    });
    return this;
  }

  finish(): SpokenRow {
    return { text: this.text, segments: this.segments };
  }
}

function lowered(words: string): string {
  const first = words.charAt(0).toLowerCase();
  return first.length === 1 ? first + words.slice(1) : words;
}
