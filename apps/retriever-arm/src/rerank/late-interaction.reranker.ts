import type { Embedder, Reranker, RerankPassage, VectorIndex } from '@arbiter/ports';

/**
 * Late interaction over the embedder's own token vectors, which the vector index stores beside the passages: the mean
 * over the query's tokens of the best cosine with any token of the passage (Khattab and Zaharia, "ColBERT", SIGIR 2020).
 */
export class LateInteractionReranker implements Reranker {
  readonly name = 'late-interaction';

  constructor(
    private readonly embedder: Embedder,
    private readonly vectorIndex: VectorIndex,
  ) {}

  /** Passages of a collection without token vectors have no score. */
  async rerank(
    query: string,
    passages: readonly RerankPassage[],
    signal: AbortSignal,
  ): Promise<readonly (number | null)[]> {
    const [embedding] = await this.embedder.embedWithTokens([query], { kind: 'query', signal });
    if (!embedding) return passages.map(() => null);
    const scored = await Promise.all(
      [...idsByCollection(passages)].map(([collection, ids]) =>
        this.vectorIndex.scoreTokens(collection, embedding.tokens, ids, signal),
      ),
    );
    const scores = new Map(scored.flatMap((of) => [...of]));
    return passages.map(({ chunk }) => scores.get(chunk.id) ?? null);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.embedder.warmUp(signal);
  }

  /** Embedder and index belong to the arm. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

function idsByCollection(passages: readonly RerankPassage[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { collection, chunk } of passages) ids.set(collection, [...(ids.get(collection) ?? []), chunk.id]);
  return ids;
}
