import type { EncodedTexts } from '../../worker/worker-protocol.js';
import type { ThreadSettings } from '../../worker/thread-protocol.js';

/** What the reranker and its worker thread say to each other. */

export interface CrossEncoderSettings extends ThreadSettings {
  /** What people call the model. */
  readonly name: string;
  /** Absolute path of the folder with its files. */
  readonly directory: string;
}

/** Pairs `[CLS] query [SEP] passage [SEP]` as token ids; `firstLengths[i]` of pair `i` are before the passage. */
export interface EncodedPairs extends EncodedTexts {
  readonly firstLengths: Int32Array;
}

/** From requests to what they answer. */
export interface CrossEncoderCalls {
  /** Cut to the model's longest input. */
  encode: { input: { readonly query: string; readonly passages: readonly string[] }; output: EncodedPairs };
  /** One batch through the network: a logit for each pair. */
  score: { input: EncodedPairs; output: Float32Array };
}
