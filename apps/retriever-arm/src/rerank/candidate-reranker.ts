import type { Reranker, RerankTerms } from '@arbiter/ports';
import type { FusedCandidate } from '../search/fuse-candidates.js';
import { IndexCalls } from '../search/index-calls.js';
import type { PassageReader } from '../search/passage-reader.js';

/** Looks closer at a few candidates than an index can at all of them. */
export interface CandidateReranker {
  /** What explanations call it. */
  readonly name: string;
  /**
   * @returns a score for each, in order; higher is better, in a scale of its own; null for one that it cannot judge
   * @throws ArbiterError UNAVAILABLE when its model cannot be used, and the signal's reason
   */
  score(
    query: string,
    candidates: readonly FusedCandidate[],
    signal: AbortSignal,
    terms?: RerankTerms,
  ): Promise<readonly (number | null)[]>;
}

/** A model that reads query and passage. */
export class ReadingReranker implements CandidateReranker {
  readonly name: string;

  constructor(
    private readonly reranker: Reranker,
    private readonly reader: PassageReader,
    /** Longest wait for one answer of one index, in milliseconds. */
    private readonly indexTimeoutMs: number,
  ) {
    this.name = reranker.name;
  }

  async score(
    query: string,
    candidates: readonly FusedCandidate[],
    signal: AbortSignal,
    terms?: RerankTerms,
  ): Promise<readonly (number | null)[]> {
    const read = await this.reader.read(candidates, new IndexCalls(this.indexTimeoutMs, signal));
    const passages = read.map(({ chunk, target }) => ({ chunk, collection: target.collection }));
    const scores = await this.reranker.rerank(query, passages, signal, terms);
    const byId = new Map(read.map(({ id }, index) => [id, scores[index] ?? null]));
    return candidates.map(({ id }) => byId.get(id) ?? null);
  }
}
