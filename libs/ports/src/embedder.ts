export interface EmbedOptions {
  /** A query goes before documents that are waiting. Models with prefixes choose theirs by it. */
  readonly kind: 'query' | 'document';
  readonly signal: AbortSignal;
}

/** Turns texts into unit vectors. The vector of a text does not depend on the texts beside it. */
export interface Embedder {
  /** Name that goes into manifests, e.g. `all-MiniLM-L6-v2`. */
  readonly model: string;
  readonly dimensions: number;
  /** Longest text in tokens of the model, special ones included; the rest of a longer text is ignored. */
  readonly maxTokens: number;
  /**
   * @param texts any number, any length, the empty text included
   * @returns one vector per text, in the order of the texts, each of unit length
   * @throws ArbiterError UNAVAILABLE when the model cannot be loaded or has stopped; the message says what to do
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Tokens of each text, special ones included, without truncation. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  /** Loads the model, so that the first call is not slower than the next. */
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
