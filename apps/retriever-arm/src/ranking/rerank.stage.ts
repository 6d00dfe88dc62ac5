import { ArbiterError } from '@arbiter/contracts';
import { weighScores } from '@arbiter/fusion';
import type { Reranker } from '@arbiter/ports';
import { IndexCalls } from '../calls/index-calls.js';
import { UNLIMITED, type TimeBudget } from '../calls/time-budget.js';
import type { PassageReader } from '../candidates/passage-reader.js';
import type { FusedCandidate } from './fuse-candidates.js';

/** Scores a few candidates more closely than an index can score all of them. */
export interface CandidateReranker {
  /** What explanations call it. */
  readonly name: string;
  /**
   * @returns a score for each, in order; higher is better, in a scale of its own; null for one that it cannot judge
   * @throws ArbiterError UNAVAILABLE when its model cannot be used, and the signal's reason
   */
  score(query: string, candidates: readonly FusedCandidate[], signal: AbortSignal): Promise<readonly (number | null)[]>;
}

/**
 * Reranks with a model that reads query and passage.
 *
 * @param indexTimeoutMs longest wait for one answer of one index, in milliseconds
 */
export function readingReranker(reranker: Reranker, reader: PassageReader, indexTimeoutMs: number): CandidateReranker {
  return {
    name: reranker.name,
    async score(query, candidates, signal) {
      const read = await reader.read(candidates, new IndexCalls(indexTimeoutMs, signal));
      const passages = read.map(({ chunk, target }) => ({ chunk, collection: target.collection }));
      const scores = await reranker.rerank(query, passages, signal);
      const byId = new Map(read.map(({ id }, index) => [id, scores[index] ?? null]));
      return candidates.map(({ id }) => byId.get(id) ?? null);
    },
  };
}

export interface RerankSettings {
  /** Candidates that are looked at, best first; those below keep their order. */
  readonly candidates: number;
  /** Longest wait, in milliseconds, where the deadline of the call leaves as much; past it the fused order stands. */
  readonly budgetMs: number;
}

/**
 * A cross-encoder reads query and passage together and needs no help from the indexes. One of 22M parameters reads some
 * 30 passages a second on two cores.
 */
export const CROSS_ENCODER_SETTINGS: RerankSettings = { candidates: 25, budgetMs: 2_500 };

export interface RerankedCandidate extends FusedCandidate {
  readonly rerank: { readonly reranker: string; readonly score: number } | null;
}

/** Why candidates keep their fused order. */
export type RerankSkip = 'no-reranker' | 'not-wanted' | 'nothing-to-rerank' | 'timed-out' | 'unavailable';

export interface RerankOutcome {
  readonly ranked: readonly RerankedCandidate[];
  /** Why the fused order stands; null when it was reranked. */
  readonly skipped: RerankSkip | null;
  /** What went wrong, for the log. */
  readonly error: ArbiterError | null;
}

/** Puts the best candidates into the order of the reranker. */
export class RerankStage {
  constructor(
    private readonly reranker: CandidateReranker | null,
    private readonly settings: RerankSettings,
  ) {}

  /**
   * @param query as it was asked
   * @param ranked best first
   * @param time of the call; the reranker has what it leaves of its own budget
   * @throws the signal's reason; a reranker that fails leaves the order as it is
   */
  async apply(
    query: string,
    ranked: readonly FusedCandidate[],
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
  ): Promise<RerankOutcome> {
    if (!this.reranker) return skipReranking(ranked, 'no-reranker');
    const budgetMs = time.within(this.settings.budgetMs);
    if (budgetMs === 0) return skipReranking(ranked, 'timed-out');
    const head = ranked.slice(0, this.settings.candidates);
    const budget = AbortSignal.timeout(budgetMs);
    try {
      const scores = await this.reranker.score(query, head, AbortSignal.any([signal, budget]));
      return { ranked: this.reorder(head, scores, ranked.slice(head.length)), skipped: null, error: null };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      return skipReranking(ranked, budget.aborted ? 'timed-out' : 'unavailable', error);
    }
  }

  /** Sorts by score, weighed as the fused one. Results that the reranker could not judge follow in their old order. */
  private reorder(
    head: readonly FusedCandidate[],
    scores: readonly (number | null)[],
    rest: readonly FusedCandidate[],
  ): RerankedCandidate[] {
    const reranker = this.reranker?.name ?? '';
    const candidates = head.map((candidate, index): RerankedCandidate => {
      const score = scores[index] ?? null;
      return { ...candidate, rerank: score === null ? null : { reranker, score } };
    });
    const judged = candidates.filter(({ rerank }) => rerank !== null);
    judged.sort((a, b) => (b.rerank?.score ?? 0) - (a.rerank?.score ?? 0));
    const weighed = weighScores(
      judged.map((candidate) => ({
        id: candidate.id,
        score: candidate.rerank?.score ?? 0,
        weight: candidate.weight,
        candidate,
      })),
    ).map(({ candidate }) => candidate);
    const others = [...candidates.filter(({ rerank }) => rerank === null), ...rest];
    return [...weighed, ...others.map((candidate) => ({ ...candidate, rerank: null }))];
  }
}

/** The fused order, and why it stands. */
export function skipReranking(
  ranked: readonly FusedCandidate[],
  skipped: RerankSkip,
  error: ArbiterError | null = null,
): RerankOutcome {
  return { ranked: ranked.map((candidate) => ({ ...candidate, rerank: null })), skipped, error };
}
