import { ALL_MINILM_L6_V2 } from '@arbiter/models-all-minilm-l6-v2';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';

/** The encoders that come with Arbiter; the first is the default, the second takes half of its time and memory. */
export const PACKAGED_MODELS = [BGE_SMALL_EN_V1_5, ALL_MINILM_L6_V2] as const satisfies readonly EmbeddingModel[];

/** A file of a model as it must be; one that differs is refused. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A model as a folder of files. */
export interface ModelFolder {
  /** What people call the model. */
  readonly name: string;
  /** Absolute path. */
  readonly directory: string;
  /** Null if no requirements on the files are known: they are then taken as they are. */
  readonly files: readonly ModelFile[] | null;
}

/**
 * A BERT-like sentence encoder as a folder with `model.onnx` (inputs `input_ids`, `attention_mask`, `token_type_ids`;
 * output `last_hidden_state`) and `tokenizer.json`. Vectors of texts have unit length.
 */
export interface EmbeddingModel extends ModelFolder {
  /** Goes into the manifests of collections. */
  readonly name: string;
  readonly dimensions: number;
  /** The source of a text's vector: the mean over its tokens, or the first of them, `[CLS]`. */
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
