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
