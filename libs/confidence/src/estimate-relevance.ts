/** What is known about a passage before its relevance is estimated. */
export interface RelevanceEvidence {
  /** Cosine with the query; null when no vectors were searched. */
  readonly cosine: number | null;
  /** Share of the query's terms, weighted by rarity, that the passage, its title or its section holds; 0–1. */
  readonly coverage: number;
}

/**
 * Logistic regression of "this passage answers the query" on cosine and coverage.
 * Fitted by tools/bench/src/fit-relevance.ts on training queries only; see docs/reports/relevance-calibration.md.
 */
const WITH_VECTORS = { intercept: -4.2, cosine: 9.0, coverage: 1.8 } as const;
/** The same fit without the cosine. */
const WITHOUT_VECTORS = { intercept: -2.2, coverage: 4.4 } as const;

/** @returns probability-like relevance in 0–1, rising with either kind of evidence */
export function estimateRelevance({ cosine, coverage }: RelevanceEvidence): number {
  const logit =
    cosine === null
      ? WITHOUT_VECTORS.intercept + WITHOUT_VECTORS.coverage * coverage
      : WITH_VECTORS.intercept + WITH_VECTORS.cosine * cosine + WITH_VECTORS.coverage * coverage;
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Makes estimates agree with a ranking: the closest sequence, in least squares, that never rises along the ranking.
 * Pool adjacent violators (Ayer et al., "An empirical distribution function for sampling with incomplete information", 1955).
 *
 * @param values in rank order, best first
 * @returns as many values, non-increasing, of the same mean; the input is left as it was
 */
export function monotoneAlongRank(values: readonly number[]): number[] {
  const blocks: { sum: number; size: number }[] = [];
  for (const value of values) {
    let block = { sum: value, size: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.size < block.sum / block.size; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, size: last.size + block.size };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size));
}
