import { compareCodeUnits } from '@arbiter/contracts';

/** One list with its raw scores, in any scale; higher is better. Holds no id twice; need not be sorted. */
export interface ScoredRanking {
  readonly name: string;
  readonly hits: readonly { readonly id: string; readonly score: number }[];
  /** Share of this list in the mean, ≥ 0. Default 1. */
  readonly weight?: number;
}

/**
 * How a list's scores are brought to one scale.
 *
 * - `min-max`: (s − min) / (max − min), 0–1; 1 for all when they are equal.
 * - `z-score`: (s − mean) / sd, unbounded, over the population; 0 for all when they are equal.
 */
export type Normalisation = 'min-max' | 'z-score';

export interface ScoredContribution {
  readonly ranking: string;
  /** As the list gave it; null when the list does not hold the passage. */
  readonly raw: number | null;
  readonly normalised: number;
  /** weight · normalised / Σ weights: what the list adds to the fused score. */
  readonly score: number;
}

export interface ScoreFusedPassage {
  readonly id: string;
  /** Weighted mean of the normalised scores: 0–1 with `min-max`. */
  readonly score: number;
  /** One for every list, in the order of the input. */
  readonly contributions: readonly ScoredContribution[];
}

/**
 * Fuses scored lists by the weighted mean of their normalised scores.
 *
 * Best when every list scores every passage of the union (ask each index for the scores of the other's hits): most of
 * the gain over rank fusion comes from that. A passage that a list does not hold counts as that list's lowest, which is
 * as much as is known of it; an empty list adds 0 to all.
 *
 * @returns every passage of any list, best first; ties in order of id
 * @throws RangeError when a weight is negative or all are 0, a score is not finite, or a list holds an id twice
 */
export function fuseByWeightedScore(
  rankings: readonly ScoredRanking[],
  normalisation: Normalisation = 'z-score',
): ScoreFusedPassage[] {
  if (rankings.length === 0) return [];
  const total = rankings.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const lists = rankings.map((ranking) => {
    const { name, weight = 1 } = ranking;
    if (!(weight >= 0)) throw new RangeError(`weight of ranking "${name}" must not be negative, got ${weight}`);
    const raw = scoresById(ranking);
    return { name, share: weight / total, raw, ...normalise([...raw.values()], normalisation) };
  });
  if (!(total > 0)) throw new RangeError('at least one ranking must have a weight above 0');

  return [...new Set(lists.flatMap(({ raw }) => [...raw.keys()]))]
    .map((id) => {
      const contributions = lists.map(({ name, share, raw, scale, missing }) => {
        const score = raw.get(id);
        const normalised = score === undefined ? missing : scale(score);
        return { ranking: name, raw: score ?? null, normalised, score: share * normalised };
      });
      return { id, score: contributions.reduce((sum, { score }) => sum + score, 0), contributions };
    })
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.id, b.id));
}

function scoresById({ name, hits }: ScoredRanking): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const { id, score } of hits) {
    if (!Number.isFinite(score)) throw new RangeError(`ranking "${name}" gives "${id}" the score ${score}`);
    if (scores.has(id)) throw new RangeError(`ranking "${name}" holds an id twice`);
    scores.set(id, score);
  }
  return scores;
}

interface Scale {
  readonly scale: (score: number) => number;
  /** Normalised score of a passage that the list does not hold. */
  readonly missing: number;
}

function normalise(scores: readonly number[], normalisation: Normalisation): Scale {
  if (scores.length === 0) return { scale: () => 0, missing: 0 };
  const min = scores.reduce((least, score) => Math.min(least, score), Infinity);
  if (normalisation === 'min-max') {
    const range = scores.reduce((most, score) => Math.max(most, score), -Infinity) - min;
    return { scale: (score) => (range > 0 ? (score - min) / range : 1), missing: 0 };
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  const scale = (score: number): number => (deviation > 0 ? (score - mean) / deviation : 0);
  return { scale, missing: scale(min) };
}
