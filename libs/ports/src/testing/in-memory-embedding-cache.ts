import type { EmbeddingCache } from '../embedding-cache.js';

/** Forgets nothing by itself. */
export class InMemoryEmbeddingCache implements EmbeddingCache {
  private readonly kept = new Map<string, Float32Array>();

  read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const known = new Map<string, Float32Array>();
    for (const key of keys) {
      const vector = this.kept.get(key);
      if (vector) known.set(key, vector.slice());
    }
    return Promise.resolve(known);
  }

  write(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    for (const [key, vector] of vectors) this.kept.set(key, vector.slice());
    return Promise.resolve();
  }

  forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.kept.delete(key);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.kept.clear();
    return Promise.resolve();
  }
}
