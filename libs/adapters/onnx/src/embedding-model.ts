import type { ModelFile, ModelFolder } from './model-folder.js';

/**
 * A BERT-like sentence encoder as a folder with `model.onnx` (inputs `input_ids`, `attention_mask`, `token_type_ids`;
 * output `last_hidden_state`) and `tokenizer.json`. Vectors of texts have unit length.
 */
export interface EmbeddingModel extends ModelFolder {
  /** Goes into the manifests of collections. */
  readonly name: string;
  readonly dimensions: number;
  /** What a text's vector is made of: the mean over its tokens, or the first of them, `[CLS]`. */
  readonly pooling: 'mean' | 'cls';
  /** Longest input in tokens, special ones included. */
  readonly maxTokens: number;
  /** Must describe at least `model.onnx` and `tokenizer.json`. */
  readonly files: readonly ModelFile[];
  /**
   * A network like `model.onnx`, whose weights it reads from there, that multiplies in integers: twice as fast. It is used
   * wherever it agrees with the reference vectors on this processor; without it, `model.onnx` is.
   */
  readonly integerNetwork?: IntegerNetwork;
}

export interface IntegerNetwork {
  /** Must be described among the files of the model. */
  readonly file: string;
  /** JSON, an array of {text, vector}: what the original weights give. Must be described among the files. */
  readonly references: string;
}
