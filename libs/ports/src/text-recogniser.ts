import type { Box, Picture } from './picture.js';

export interface TextRecogniserHealth {
  readonly ok: boolean;
  /** For people: what recognises, or what is missing and how to install it. */
  readonly detail: string;
}

export interface RecognisedWord {
  /** Without spaces, not empty. */
  readonly text: string;
  readonly box: Box;
}

/** Words beside each other, as far as nothing but spaces is between them. */
export interface RecognisedLine {
  /** In reading order, ≥ 1; the text of the line is what they are with spaces in between. */
  readonly words: readonly RecognisedWord[];
  /** How sure the recogniser is of its letters, 0–1. Scales differ between recognisers. */
  readonly confidence: number;
  readonly box: Box;
}

/** Recognises text in a picture (OCR). */
export interface TextRecogniser {
  /** Completes "recognised by …". */
  readonly name: string;
  health(signal: AbortSignal): Promise<TextRecogniserHealth>;
  /**
   * @returns lines from the top, those at one height from the left; none for a picture without letters. Recognisers that see columns
   *   return one after the other.
   * @throws ArbiterError UNAVAILABLE when no recogniser is installed, INVALID_REQUEST for a picture that it cannot read in time
   *   or at all, and the signal's reason
   */
  recognise(picture: Picture, signal: AbortSignal): Promise<readonly RecognisedLine[]>;
  close(): Promise<void>;
}
