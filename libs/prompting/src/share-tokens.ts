/**
 * Shares tokens out among texts: each may have as much as any other, and what the short ones do not need goes to the
 * long ones (max-min fairness).
 *
 * @param sizes tokens of each text, ≥ 0
 * @param budget tokens for all, ≥ 0
 * @returns the most tokens that any one text may have; Infinity when all fit as they are
 */
export function fairShare(sizes: readonly number[], budget: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = budget;
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}
