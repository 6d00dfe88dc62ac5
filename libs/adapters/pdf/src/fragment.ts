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
  /** Name of the font within the file. */
  readonly font: string;
}
