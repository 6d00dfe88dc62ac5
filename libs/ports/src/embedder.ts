import { ArbiterError } from '@arbiter/contracts';

export interface EmbedOptions {
  /** A query goes before documents that are waiting. Models with prefixes choose theirs by it. */
  readonly kind: 'query' | 'document';
  /** Documents that somebody waits for, such as the sentences of an answer: they go before others, behind queries. */
  readonly urgent?: boolean;
  readonly signal: AbortSignal;
}

/**
 * A text as the network sees it: the pieces of its words, each with its vector in the context of the text. Special pieces
 * are left out, and what goes beyond the model's longest text.
 */
export interface TextEncoding {
  /**
   * Of the whole text, near the one that `embed` gives but not the same where encodings are made in cheaper arithmetic: to be
   * compared with other encodings, not kept in an index. Unit length.
   */
  readonly vector: Float32Array;
  /** Where each piece begins and ends in the text, UTF-16 code units, ascending. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Vector after vector, pieces × the dimensions of the embedder, each of unit length. */
  readonly vectors: Float32Array;
}

/** Turns texts into unit vectors. The vector of a text does not depend on the texts beside it. */
export interface Embedder {
  /** Name that goes into manifests, e.g. `all-MiniLM-L6-v2`. */
  readonly model: string;
  readonly dimensions: number;
  /** Whether {@link encode} works: not where the model is behind a server that gives sentence vectors only. */
  readonly canEncode: boolean;
  /** Longest text in tokens of the model, special ones included; the rest of a longer text is ignored. */
  readonly maxTokens: number;
  /**
   * @param texts any number, any length, the empty text included
   * @returns one vector per text, in the order of the texts, each of unit length
   * @throws ArbiterError UNAVAILABLE when the model cannot be loaded or has stopped; the message says what to do
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /**
   * The vectors of all pieces in all dimensions, and where they stand: for aligning two texts with each other. They may be
   * shared with other callers: they must stay as they are.
   *
   * @param texts as for `embed`
   * @returns one per text, in their order; without pieces for a text that has none
   * @throws ArbiterError INVALID_REQUEST when {@link canEncode} is false; else as `embed`
   */
  encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]>;
  /** Tokens of each text, special ones included, without truncation. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  /** Loads the model, so that the first call is not slower than the next. */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** @returns what `encode` rejects with when the embedder's `canEncode` is false */
export function noPieceVectors(model: string): ArbiterError {
  return new ArbiterError(
    'INVALID_REQUEST',
    `The embedding model ${model} gives no vectors of the pieces of a text: use one that does, or compare by words.`,
    { details: { model } },
  );
}

/**
 * Vectors that were paid for once, by a key that names model and text. It saves time and nothing else: it may forget anything
 * at any moment, and who uses it goes on without it when it fails.
 *
 * Keys are sha256 digests, 32 bytes in hexadecimal; vectors have unit length. Rejects with ArbiterError UNAVAILABLE when its
 * disk is full, read-only or away.
 */
export interface EmbeddingCache {
  /** Those that are known, by key. Their arrays are the caller's own. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Keeps all or none; the oldest make room. */
  write(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Keys that are not there do no harm. */
  forget(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Cosine of two vectors of unit length and equal dimensions, as embedders make them: their dot product, −1…1. */
export function cosineOfUnitVectors(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
