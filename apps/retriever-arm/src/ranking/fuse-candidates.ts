import type { LegName } from '../calls/index-calls.js';
import { compareCodeUnits, type FusionMethod, type SearchExplanation } from '@arbiter/contracts';
import { fuseByReciprocalRank, fuseByWeightedScore, weighScores } from '@arbiter/fusion';
import type { Candidate } from '../candidates/candidate-pool.js';

export type ListExplanation = SearchExplanation['lists'][number];

/** A candidate with its place among all. */
export interface FusedCandidate extends Candidate {
  /** Weighed. */
  readonly fused: number;
  /** What its origin counts, as in `passageWeights`. */
  readonly weight: number;
  readonly lists: readonly ListExplanation[];
}

export interface FuseOptions {
  readonly method: Exclude<FusionMethod, 'feedback'>;
  /** Share of each index, ≥ 0. */
  readonly weights: Readonly<Record<LegName, number>>;
  /** What the origin of each passage counts, by id; 1 where it says nothing. */
  readonly origins: ReadonlyMap<string, number>;
}

/** The score of what does not fit at all; null for scales without one. */
function zeroOf(legs: readonly LegName[], method: FuseOptions['method']): number | null {
  const hasZero = legs.length === 1 ? legs[0] === 'keyword' : method !== 'z-score';
  return hasZero ? 0 : null;
}

type Unweighed = Omit<FusedCandidate, 'weight'>;

/** @returns best first, ties by chunk id */
export function fuseCandidates(
  candidates: readonly Candidate[],
  legs: readonly LegName[],
  { origins, ...options }: FuseOptions,
): FusedCandidate[] {
  const weighed = weighScores(
    fuseLists(candidates, legs, options).map((fused) => ({
      id: fused.id,
      score: fused.fused,
      weight: origins.get(fused.id) ?? 1,
      fused,
    })),
    zeroOf(legs, options.method),
  );
  return weighed.map(({ fused, score, weight }) => ({ ...fused, fused: score, weight }));
}

function fuseLists(
  candidates: readonly Candidate[],
  legs: readonly LegName[],
  { method, weights }: Omit<FuseOptions, 'origins'>,
): Unweighed[] {
  const [only] = legs;
  if (only && legs.length === 1) return rankByScore(candidates, only);
  const fused = method === 'rrf' ? byRank(candidates, legs, weights) : byScore(candidates, legs, method, weights);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return fused.flatMap(({ id, score, contributions }) => {
    const candidate = byId.get(id);
    if (!candidate) return [];
    const lists = legs.map((leg) =>
      explain(candidate, leg, contributions.find(({ ranking }) => ranking === leg)?.score ?? 0),
    );
    return [{ ...candidate, fused: score, lists }];
  });
}

/** One list needs no fusion: its order and scores stand. */
function rankByScore(candidates: readonly Candidate[], leg: LegName): Unweighed[] {
  return candidates
    .flatMap((candidate) => {
      const score = candidate.scores[leg];
      return score === undefined ? [] : [{ ...candidate, fused: score, lists: [explain(candidate, leg, score)] }];
    })
    .sort((a, b) => b.fused - a.fused || compareCodeUnits(a.id, b.id));
}

function byRank(candidates: readonly Candidate[], legs: readonly LegName[], weights: FuseOptions['weights']) {
  return fuseByReciprocalRank(
    legs.map((leg) => ({ name: leg, weight: weights[leg], ids: idsByRank(candidates, leg) })),
  );
}

function byScore(
  candidates: readonly Candidate[],
  legs: readonly LegName[],
  normalisation: 'z-score' | 'min-max',
  weights: FuseOptions['weights'],
) {
  return fuseByWeightedScore(
    legs.map((leg) => ({
      name: leg,
      weight: weights[leg],
      hits: candidates.flatMap(({ id, scores }) => {
        const score = scores[leg];
        return score === undefined ? [] : [{ id, score }];
      }),
    })),
    normalisation,
  );
}

function idsByRank(candidates: readonly Candidate[], leg: LegName): string[] {
  return candidates
    .flatMap(({ id, ranks }) => {
      const rank = ranks[leg];
      return rank === undefined ? [] : [{ id, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

function explain({ ranks, scores }: Candidate, leg: LegName, contribution: number): ListExplanation {
  return { list: leg, rank: ranks[leg] ?? null, score: scores[leg] ?? null, contribution };
}
