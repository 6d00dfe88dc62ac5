import { ArbiterError } from '@arbiter/contracts';
import { fuseByWeightedScore, RERANK_DEPTH } from '@arbiter/fusion';
import type { RerankTerms } from '@arbiter/ports';
import type { FusedCandidate } from '../search/fuse-candidates.js';
import { UNLIMITED, type TimeBudget } from '../time-budget.js';
import type { CandidateReranker } from './candidate-reranker.js';
import { OVER_BUDGET } from './listwise.reranker.js';

export interface RerankSettings {
  /** Candidates that are looked at, best first; those below keep their order. */
  readonly candidates: number;
  /**
   * Shares of the fused score, as its z-score over all candidates, and of the reranker's, over those that it looked at;
   * ≥ 0. A share of 0 lets the other decide alone.
   */
  readonly fusedWeight: number;
  readonly rerankWeight: number;
  /** A query of more terms is not reranked. */
  readonly maxQueryTerms: number;
  /** Whether queries that name what they ask for are reranked. */
  readonly namedQueries: boolean;
  /** Longest wait, in milliseconds, where the deadline of the call leaves as much; past it the fused order stands. */
  readonly budgetMs: number;
}

/**
 * MaxSim beside the fused score, a third as much: alone it is far worse than the fused order. Not for long queries, nor for
 * those that ask by name: on these it loses (ArguAna; HotpotQA −.011). Figures in docs/reports/retrieval.md.
 */
export const LATE_INTERACTION_SETTINGS: RerankSettings = {
  candidates: RERANK_DEPTH,
  fusedWeight: 0.8,
  rerankWeight: 0.25,
  maxQueryTerms: 32,
  namedQueries: false,
  budgetMs: 500,
};

/**
 * A cross-encoder reads query and passage together and needs no help from the indexes. One of 22M parameters reads some
 * 30 passages a second on two cores.
 */
export const CROSS_ENCODER_SETTINGS: RerankSettings = {
  candidates: 25,
  fusedWeight: 0,
  rerankWeight: 1,
  maxQueryTerms: Infinity,
  namedQueries: true,
  budgetMs: 2_500,
};

export interface RerankedCandidate extends FusedCandidate {
  readonly rerank: { readonly reranker: string; readonly score: number } | null;
}

/** A language model reads twenty passages at once, and takes seconds. */
export const LISTWISE_SETTINGS: RerankSettings = {
  candidates: 20,
  fusedWeight: 0,
  rerankWeight: 1,
  maxQueryTerms: Infinity,
  namedQueries: true,
  budgetMs: 6_000,
};

/** Why candidates keep their fused order. */
export type RerankSkip =
  | 'no-reranker'
  | 'not-wanted'
  | 'nothing-to-rerank'
  | 'long-query'
  | 'named-query'
  | 'timed-out'
  | 'over-budget'
  | 'unavailable';

export interface RerankOutcome {
  readonly ranked: readonly RerankedCandidate[];
  /** Why the fused order stands; null when it was reranked. */
  readonly skipped: RerankSkip | null;
  /** What went wrong, for the log. */
  readonly error: ArbiterError | null;
}

/** Puts the best candidates into the order of the fused and the reranker's score together. */
export class RerankStage {
  constructor(
    private readonly reranker: CandidateReranker | null,
    private readonly settings: RerankSettings,
  ) {}

  /**
   * @param query as it was asked, how many terms it has, and whether it asks by name
   * @param ranked best first
   * @param terms of a language model, where the reranker asks one
   * @param time of the call; the reranker has what it leaves of its own budget
   * @throws the signal's reason; a reranker that fails leaves the order as it is
   */
  async apply(
    query: { readonly text: string; readonly terms: number; readonly named: boolean },
    ranked: readonly FusedCandidate[],
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
    terms: RerankTerms = {},
  ): Promise<RerankOutcome> {
    if (!this.reranker) return skipReranking(ranked, 'no-reranker');
    if (query.terms > this.settings.maxQueryTerms) return skipReranking(ranked, 'long-query');
    if (query.named && !this.settings.namedQueries) return skipReranking(ranked, 'named-query');
    const budgetMs = time.within(this.settings.budgetMs);
    if (budgetMs === 0) return skipReranking(ranked, 'timed-out');
    const head = ranked.slice(0, this.settings.candidates);
    const budget = AbortSignal.timeout(budgetMs);
    try {
      const scores = await this.reranker.score(query.text, head, AbortSignal.any([signal, budget]), terms);
      return { ranked: this.reorder(head, scores, ranked.slice(head.length)), skipped: null, error: null };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      const why = error.details.reason === OVER_BUDGET ? 'over-budget' : 'unavailable';
      return skipReranking(ranked, budget.aborted ? 'timed-out' : why, error);
    }
  }

  private reorder(
    head: readonly FusedCandidate[],
    scores: readonly (number | null)[],
    rest: readonly FusedCandidate[],
  ): RerankedCandidate[] {
    const name = this.reranker?.name ?? '';
    const { fusedWeight, rerankWeight } = this.settings;
    const byId = new Map(
      head.map((candidate, index): [string, RerankedCandidate] => {
        const score = scores[index] ?? null;
        return [candidate.id, { ...candidate, rerank: score === null ? null : { reranker: name, score } }];
      }),
    );
    const judged = [...byId.values()].flatMap(({ id, rerank }) => (rerank ? [{ id, score: rerank.score }] : []));
    const fused = [...head, ...rest].map(({ id, fused: score }) => ({ id, score }));
    const order = fuseByWeightedScore(
      [
        { name: 'fused', weight: fusedWeight, hits: fused },
        { name, weight: rerankWeight, hits: judged },
      ],
      'z-score',
    );
    return [
      ...order.flatMap(({ id }) => byId.get(id) ?? []),
      ...rest.map((candidate) => ({ ...candidate, rerank: null })),
    ];
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
