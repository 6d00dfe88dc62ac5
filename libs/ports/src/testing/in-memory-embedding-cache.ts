import type { CachedEmbedding, EmbeddingCache } from '../embedding-cache.js';

/** Forgets nothing by itself. */
export class InMemoryEmbeddingCache implements EmbeddingCache {
  private readonly kept = new Map<string, CachedEmbedding>();

  read(keys: readonly string[]): Promise<ReadonlyMap<string, CachedEmbedding>> {
    const known = new Map<string, CachedEmbedding>();
    for (const key of keys) {
      const embedding = this.kept.get(key);
      if (embedding) known.set(key, copyOf(embedding));
    }
    return Promise.resolve(known);
  }

  write(embeddings: ReadonlyMap<string, CachedEmbedding>): Promise<void> {
    for (const [key, embedding] of embeddings) this.kept.set(key, copyOf(embedding));
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

function copyOf({ vector, tokens }: CachedEmbedding): CachedEmbedding {
  return { vector: vector.slice(), tokens: tokens && { ...tokens, values: tokens.values.slice() } };
}
