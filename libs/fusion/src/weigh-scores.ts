import { compareCodeUnits } from '@arbiter/contracts';

/** A passage with what its origin makes of its score. */
export interface WeighedPassage {
  readonly id: string;
  /** In any scale; higher is better. */
  readonly score: number;
  /** ≥ 0; 1 leaves the score as it is. */
  readonly weight: number;
}

/**
 * Weighs scores by where passages come from: each keeps its weight's share of its distance to the zero of the scale. A scale without
 * one (cosines, z-scores, logits) has it at the lowest score of all, so that a weight means the same below zero and for any unit.
 * Where all weights are equal, nothing changes.
 *
 * @param zero the score of what does not fit at all: 0 for BM25 and reciprocal ranks; null for scales without one
 * @returns the same passages with their weighed scores, best first; of equal ones the heavier first, then in order of id
 * @throws RangeError when a weight is negative or a score is not finite
 */
export function weighScores<P extends WeighedPassage>(passages: readonly P[], zero: number | null = null): P[] {
  for (const { id, score, weight } of passages) {
    if (!(weight >= 0)) throw new RangeError(`the weight of "${id}" must not be negative, got ${weight}`);
    if (!Number.isFinite(score)) throw new RangeError(`the score of "${id}" is ${score}`);
  }
  const [first] = passages;
  if (!first || passages.every(({ weight }) => weight === first.weight)) return [...passages];
  const from = zero ?? passages.reduce((least, { score }) => Math.min(least, score), Infinity);
  return passages
    .map((passage) => ({ ...passage, score: from + (passage.score - from) * passage.weight }))
    .sort((a, b) => b.score - a.score || b.weight - a.weight || compareCodeUnits(a.id, b.id));
}
