import type { Embedder, VectorIndex } from '@arbiter/ports';
import type { FusedCandidate } from '../search/fuse-candidates.js';
import type { CandidateReranker } from './candidate-reranker.js';

/**
 * Late interaction over the embedder's own token vectors, which the vector index stores beside the passages: the mean
 * over the query's tokens of the best cosine with any token of the passage (Khattab and Zaharia, "ColBERT", SIGIR 2020).
 */
export class LateInteractionReranker implements CandidateReranker {
  readonly name = 'late-interaction';

  constructor(
    private readonly embedder: Embedder,
    private readonly vectorIndex: VectorIndex,
  ) {}

  /** Candidates of a collection without token vectors have no score. */
  async score(
    query: string,
    candidates: readonly FusedCandidate[],
    signal: AbortSignal,
  ): Promise<readonly (number | null)[]> {
    const [embedding] = await this.embedder.embedWithTokens([query], { kind: 'query', signal });
    if (!embedding) return candidates.map(() => null);
    const scored = await Promise.all(
      [...idsByIndex(candidates)].map(([index, ids]) =>
        this.vectorIndex.scoreTokens(index, embedding.tokens, ids, signal),
      ),
    );
    const scores = new Map(scored.flatMap((of) => [...of]));
    return candidates.map(({ id }) => scores.get(id) ?? null);
  }
}

function idsByIndex(candidates: readonly FusedCandidate[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, target } of candidates) ids.set(target.index, [...(ids.get(target.index) ?? []), id]);
  return ids;
}
