import { ArbiterError } from '@arbiter/contracts';

export interface EmbedOptions {
  /** Queries overtake waiting documents. Models with prefixes choose theirs by it. */
  readonly kind: 'query' | 'document';
  /** Documents needed at once, such as the sentences of an answer: they overtake other documents, but not queries. */
  readonly urgent?: boolean;
  readonly signal: AbortSignal;
}

/**
 * A text as the network encodes it: its word pieces, each with its contextual vector. Special pieces are left out, and so is
 * text beyond the model's limit.
 */
export interface TextEncoding {
  /**
   * Vector of the whole text, of unit length. It is close to that of `embed`, but encodings may use cheaper arithmetic. Compare
   * it only with other encodings, and do not index it.
   */
  readonly vector: Float32Array;
  /** Start and end of each piece in the text, UTF-16 code units, ascending. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Concatenated vectors, pieces × dimensions of the embedder, each of unit length. */
  readonly vectors: Float32Array;
}

/** Turns texts into unit vectors. The vector of a text does not depend on the texts beside it. */
export interface Embedder {
  /** Name in manifests, e.g. `all-MiniLM-L6-v2`. */
  readonly model: string;
  readonly dimensions: number;
  /** Whether {@link encode} works. It does not if a server gives only sentence vectors. */
  readonly canEncode: boolean;
  /** Longest text in tokens of the model, including special ones; the rest of a longer text is ignored. */
  readonly maxTokens: number;
  /**
   * @param texts any number, any length, including the empty text
   * @returns one vector per text, in the order of the texts, each of unit length
   * @throws ArbiterError UNAVAILABLE when the model cannot be loaded or has stopped; the message names a remedy
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /**
   * The vectors and positions of all pieces, for aligning two texts. Callers share them and must not change them.
   *
   * @param texts as for `embed`
   * @returns one per text, in their order; without pieces for a text that has none
   * @throws ArbiterError INVALID_REQUEST when {@link canEncode} is false; else as `embed`
   */
  encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]>;
  /** Tokens of each text, including special ones, without truncation. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  /** Loads the model, so that the first call is as fast as later ones. */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** @returns the rejection of `encode` if the embedder's `canEncode` is false */
export function noPieceVectors(model: string): ArbiterError {
  return new ArbiterError(
    'INVALID_REQUEST',
    `The embedding model ${model} gives no vectors of the pieces of a text: use one that does, or compare by words.`,
    { details: { model } },
  );
}

/**
 * Vectors by a key that names model and text, so that each is computed once. The cache only saves time. It may forget anything
 * at any moment, and its users continue without it when it fails.
 *
 * Keys are sha256 digests, 32 bytes in hexadecimal; vectors have unit length. Rejects with ArbiterError UNAVAILABLE when its
 * disk is full, read-only or away.
 */
export interface EmbeddingCache {
  /** Known vectors, by key. The caller owns the arrays. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Stores all or none; the oldest vectors are evicted. */
  write(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Unknown keys are ignored. */
  forget(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Cosine of two unit vectors of equal dimensions: their dot product, −1…1. */
export function cosineOfUnitVectors(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
