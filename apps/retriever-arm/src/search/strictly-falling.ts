/** What a score falls by at least from one rank to the next, as a share of it: 100 results lose a ten-thousandth. */
const SMALLEST_FALL = 1e-6;

/**
 * Makes scores that never rise fall from every rank to the next, so that whoever sorts by them gets the ranking back.
 *
 * @param scores above 0, in rank order, non-increasing
 */
export function strictlyFalling(scores: readonly number[]): number[] {
  let last = Infinity;
  return scores.map((score) => {
    last = Math.min(score, last * (1 - SMALLEST_FALL));
    return last;
  });
}
