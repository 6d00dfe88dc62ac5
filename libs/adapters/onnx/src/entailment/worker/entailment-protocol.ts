import type { EncodedPairs } from '../../cross-encoder/worker/cross-encoder-protocol.js';

/** What config.json says of a classifier. */
export interface EntailmentConfiguration {
  /** Of a pair, special ones included. */
  readonly maxTokens: number;
  /** Outputs of the network: two or three. */
  readonly labels: number;
  /** Which of them is entailment. */
  readonly entailment: number;
}

/** From requests of the entailment model to what its thread answers. */
export interface EntailmentCalls {
  /** Evidence first and the claim second, as premise and hypothesis; cut to the model's longest input. */
  encode: { input: { readonly pairs: readonly (readonly [evidence: string, claim: string])[] }; output: EncodedPairs };
  /** One batch through the network: the probability of entailment of each pair, NaN where it has none. */
  score: { input: EncodedPairs; output: Float32Array };
}
