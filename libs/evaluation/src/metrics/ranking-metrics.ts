/** Relevance grade of each judged passage; above 0 is relevant. Passages that are not judged count as 0. */
export type Judgements = ReadonlyMap<string, number>;

/*
 * A ranking is a list of ids, best first, none twice. Every metric is 0–1, and 0 when the judgements hold nothing that is
 * relevant: leave such queries out of a mean, as trec_eval does. k ≥ 1.
 */

/**
 * Normalised discounted cumulative gain: Σ grade / log2(rank + 1) over the first k, divided by that of the best possible
 * order of all judgements. Linear gain, as in trec_eval and BEIR (Järvelin and Kekäläinen, TOIS 2002).
 */
export function ndcgAt(ranking: readonly string[], judgements: Judgements, k: number): number {
  requireCutoff(k);
  const gains = ranking.slice(0, k).map((id) => Math.max(0, judgements.get(id) ?? 0));
  const ideal = [...judgements.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const best = discountedGain(ideal.slice(0, k));
  return best === 0 ? 0 : discountedGain(gains) / best;
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

/** 1 / rank of the first relevant passage among the first k, else 0. */
export function reciprocalRankAt(ranking: readonly string[], judgements: Judgements, k: number): number {
  requireCutoff(k);
  const index = ranking.slice(0, k).findIndex((id) => isRelevant(judgements, id));
  return index === -1 ? 0 : 1 / (index + 1);
}

/** Share of the relevant passages that are among the first k. */
export function recallAt(ranking: readonly string[], judgements: Judgements, k: number): number {
  requireCutoff(k);
  const relevant = relevantCount(judgements);
  return relevant === 0 ? 0 : hits(ranking.slice(0, k), judgements) / relevant;
}

/** Relevant passages among the first k, divided by k even when the ranking is shorter. */
export function precisionAt(ranking: readonly string[], judgements: Judgements, k: number): number {
  requireCutoff(k);
  return hits(ranking.slice(0, k), judgements) / k;
}

/** Mean of the precision at the rank of each relevant passage; those that were not found add 0. */
export function averagePrecision(ranking: readonly string[], judgements: Judgements): number {
  const relevant = relevantCount(judgements);
  if (relevant === 0) return 0;
  let found = 0;
  let sum = 0;
  ranking.forEach((id, index) => {
    if (isRelevant(judgements, id)) sum += ++found / (index + 1);
  });
  return sum / relevant;
}

function hits(ids: readonly string[], judgements: Judgements): number {
  return ids.filter((id) => isRelevant(judgements, id)).length;
}

function relevantCount(judgements: Judgements): number {
  return [...judgements.values()].filter((grade) => grade > 0).length;
}

function isRelevant(judgements: Judgements, id: string): boolean {
  return (judgements.get(id) ?? 0) > 0;
}

function requireCutoff(k: number): void {
  if (!(Number.isInteger(k) && k >= 1)) throw new RangeError(`k must be a whole number from 1, got ${k}`);
}
