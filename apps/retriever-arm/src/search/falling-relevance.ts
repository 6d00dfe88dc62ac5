import { monotoneAlongRank } from '@arbiter/confidence';

/** What a score falls by at least from one rank to the next, as a share of it: 100 results lose a ten-thousandth. */
const SMALLEST_FALL = 1e-6;

/**
 * Makes scores that never rise fall from every rank to the next, so that whoever sorts by them gets the ranking back.
 *
 * @param scores above 0, in rank order, non-increasing
 */
function strictlyFalling(scores: readonly number[]): number[] {
  let last = Infinity;
  return scores.map((score) => {
    last = Math.min(score, last * (1 - SMALLEST_FALL));
    return last;
  });
}

/**
 * Relevance that agrees with the ranking: within a page of ranks the highest estimate from each rank on, never more than
 * on the page before, and falling from every rank to the next.
 *
 * @param estimates 0–1, in rank order
 * @param pageSize ranks whose estimates speak for each other, ≥ 1
 */
export function fallingRelevance(estimates: readonly number[], pageSize: number): number[] {
  const along: number[] = [];
  for (let from = 0; from < estimates.length; from += pageSize) {
    const ceiling = along.at(-1) ?? 1;
    const page = monotoneAlongRank(estimates.slice(from, from + pageSize));
    along.push(...page.map((relevance) => Math.min(ceiling, relevance)));
  }
  return strictlyFalling(along);
}
