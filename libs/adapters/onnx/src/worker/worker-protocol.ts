import type { EmbeddingModel } from '../embedding-model.js';
import type { ThreadSettings } from './thread-protocol.js';

/** What the embedder and its worker thread say to each other. */

export interface WorkerSettings extends ThreadSettings {
  readonly model: EmbeddingModel;
}

/** Texts as token ids, one after the other; text `i` has `lengths[i]` of them. */
export interface EncodedTexts {
  readonly ids: Int32Array;
  readonly lengths: Int32Array;
}

export interface EncodeInput {
  readonly texts: readonly string[];
  /** Whether it matters where in its text a token stands. */
  readonly withOffsets: boolean;
}

export interface TokenisedTexts extends EncodedTexts {
  /** UTF-16 code units, one of each id, −1 for special ones; both empty without `withOffsets`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export interface Batch extends EncodedTexts {
  /** For each text, 1 where the vectors of its pieces are wanted, else 0. */
  readonly withPieces: Uint8Array;
}

export interface EmbeddedBatch {
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
  /** Vectors of the pieces, of those texts where they were wanted, one after the other, each of unit length. */
  readonly pieces: Float32Array;
}

/** From requests to what they answer. */
export interface WorkerCalls {
  /** Token ids, special ones included, cut to the model's longest input. */
  encode: { input: EncodeInput; output: TokenisedTexts };
  /** Tokens of each text, special ones included, not cut. */
  count: { input: { readonly texts: readonly string[] }; output: Int32Array };
  /** One batch through the network. */
  embed: { input: Batch; output: EmbeddedBatch };
}
