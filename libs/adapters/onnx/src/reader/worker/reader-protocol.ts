import type { ReadingTask } from '@arbiter/ports';
import type { EncodedPairs } from '../../cross-encoder/worker/cross-encoder-protocol.js';

/** What the reader and its worker thread say to each other. */

/** How much of each part the network reads, in word pieces. */
export interface ReadingLimits {
  /** Of the whole input, special tokens included. */
  readonly pieces: number;
  readonly questionPieces: number;
  readonly headingPieces: number;
}

/**
 * Inputs `[CLS] question [SEP] headings [SEP] passage [SEP]`, one per window of a passage; `firstLengths[w]` tokens of window `w`
 * are before the headings.
 */
export interface EncodedWindows extends EncodedPairs {
  /** Position of the first piece of the passage in each window; the last token of a window is [SEP]. */
  readonly firstPieces: Int32Array;
  /** Of each window the task that it is of, ascending. */
  readonly tasks: Int32Array;
  /** UTF-16 offsets in the passage of the pieces of all windows, one window after the other. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of each task 1 where its passage is longer than its windows. */
  readonly cut: Uint8Array;
}

/** What the network says of a batch of windows, padding left out. */
export interface WindowLogits {
  /** Of all tokens of all windows in their order: start and end. */
  readonly spans: Float32Array;
  /** Of each window: nothing, a span, yes, no. */
  readonly verdicts: Float32Array;
}

/** From requests to what they answer. */
export interface ReaderCalls {
  encode: { input: { readonly tasks: readonly ReadingTask[] }; output: EncodedWindows };
  /** One batch through the network. */
  run: { input: EncodedPairs; output: WindowLogits };
}
