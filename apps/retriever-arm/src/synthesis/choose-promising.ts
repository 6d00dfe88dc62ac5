import type { CandidateSentence } from './candidate-sentences.js';
import type { ScoredSentence } from './score-sentences.js';

/**
 * The sentences that are worth a closer look: by turns the best one left of each part of the question, as long as its
 * score by words comes near to that part's best.
 *
 * @param parts one scored list of the same candidates per part of the question
 * @param wanted at most so many, ≥ 1
 * @param closeness share of the best score that the others must reach, 0–1
 */
export function choosePromising(
  parts: readonly (readonly ScoredSentence[])[],
  wanted: number,
  closeness: number,
): ReadonlySet<CandidateSentence> {
  const rankings = parts.map((part) => {
    const ranked = [...part].sort((a, b) => b.score - a.score);
    const best = ranked[0]?.score ?? 0;
    return ranked.filter(({ score }) => score >= closeness * best).slice(0, wanted);
  });
  const chosen = new Set<CandidateSentence>();
  for (let rank = 0; rank < wanted; rank += 1) {
    for (const ranking of rankings) {
      const next = ranking[rank];
      if (next && chosen.size < wanted) chosen.add(next.candidate);
    }
  }
  return chosen;
}
