/**
 * Lengths are points (1/72 inch), measured on the page as it is shown: x to the right, y downwards from the top edge.
 * A run of text that the file draws at once.
 */
export interface Fragment {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly width: number;
  /** Height of the font. */
  readonly size: number;
  readonly rightToLeft: boolean;
}

export interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** Lines of one column, or of the width of the page, from top to bottom. */
export type Region = readonly Line[];

export interface PageLayout {
  readonly number: number;
  /** In reading order. */
  readonly regions: readonly Region[];
}

/** The middle value; of an even number of values the upper one; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
