import type { ModelFile, ModelFolder } from './model-folder.js';

/**
 * Principal axes of a model's token vectors, `dimensions` × the dimensions of the model: float32, little-endian, one axis
 * after the other. The product with a token vector, brought to unit length, is the vector for late interaction.
 */
export interface TokenProjection {
  /** Must be described among the files of the model. */
  readonly file: string;
  /** Axes, ≥ 1. */
  readonly dimensions: number;
}

/**
 * A BERT-like sentence encoder as a folder with `model.onnx` (inputs `input_ids`, `attention_mask`, `token_type_ids`;
 * output `last_hidden_state`) and `tokenizer.json`. A vector is the mean over the tokens, brought to unit length.
 */
export interface EmbeddingModel extends ModelFolder {
  /** Goes into the manifests of collections. */
  readonly name: string;
  readonly dimensions: number;
  /** Longest input in tokens, special ones included. */
  readonly maxTokens: number;
  /** Must describe at least `model.onnx` and `tokenizer.json`. */
  readonly files: readonly ModelFile[];
  /** Without it, there are no token vectors. */
  readonly tokenProjection?: TokenProjection;
  /**
   * File of a network like `model.onnx`, whose weights it reads from there, that multiplies in integers: more than twice as
   * fast, and a little off. It makes what is compared at once and not stored, see `Embedder.encode`. Must be described
   * among the files; without it `model.onnx` makes that too.
   */
  readonly integerNetwork?: string;
}
