import type { ClaimPart } from './cut-sentences.js';
import type { Evidence, EvidenceSentence } from './evidence.js';

/** Word pieces of the sentences that are chosen for one claim. */
const MOST_PIECES = 240;
/** Weight of a rare word that an earlier sentence already holds, weight of a neighbour's words, and cost of a piece. */
const COVERED_AGAIN = 0.25;
const NEIGHBOUR = 0.15;
const COST = 0.004;
/** Sentences that are weighed against each other; a megabyte has thousands that share a word with the claim. */
const MOST_CANDIDATES = 200;

/**
 * Selects the sentences that may support a claim, one after another, until the budget of
 * pieces is full. If all sentences fit, all are selected. The score of a sentence is (added + .25 own + .15 neighbours) / (1 + .004 pieces). Each term is a rarity of the
 * claim's stems: of those that the sentence adds, of all that it holds, and of those that its neighbours hold.
 *
 * @param budget word pieces, estimated
 * @returns in document order
 */
export function selectEvidence(claim: ClaimPart, evidence: Evidence, budget = MOST_PIECES): EvidenceSentence[] {
  const { sentences } = evidence;
  const total = sentences.reduce((sum, { pieces }) => sum + pieces, 0);
  if (total <= budget) return [...sentences];
  const covered = coveredRarity(claim, evidence);
  const worth = (index: number): number => covered.get(index) ?? 0;
  const around = (index: number): number =>
    [index - 1, index + 1].reduce(
      (sum, next) => (sentences[next]?.source === sentences[index]?.source ? sum + worth(next) : sum),
      0,
    );
  const candidates = new Map(
    [...covered.keys()]
      .flatMap((index) => [index - 1, index, index + 1])
      .filter((index) => sentences[index] !== undefined)
      .map((index) => [index, COVERED_AGAIN * worth(index) + NEIGHBOUR * around(index)] as const)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3 * MOST_CANDIDATES),
  );
  const left = new Map(claim.rarities);
  const chosen = new Set<number>();
  let pieces = 0;
  const isOpen = (index: number): boolean =>
    !chosen.has(index) && (chosen.size === 0 || pieces + (sentences[index]?.pieces ?? 0) <= budget);
  while (pieces < budget) {
    const open = new Map([...candidates].filter(([index]) => isOpen(index)));
    const sentence = mostGained(sentences, open, left);
    if (!sentence) break;
    chosen.add(sentence.index);
    pieces += sentence.pieces;
    for (const stem of sentence.stems) left.delete(stem);
  }
  // No sentence shares a word with the claim: the first sentences name the subject of the source.
  for (const { index, pieces: size } of chosen.size === 0 ? sentences : []) {
    if (pieces + size > budget && chosen.size > 0) break;
    chosen.add(index);
    pieces += size;
  }
  return sentences.filter(({ index }) => chosen.has(index));
}

/** The candidate that adds most for its length; the first of equals, undefined where none adds anything. */
function mostGained(
  sentences: readonly EvidenceSentence[],
  candidates: ReadonlyMap<number, number>,
  left: ReadonlyMap<string, number>,
): EvidenceSentence | undefined {
  let best: EvidenceSentence | undefined;
  let bestGain = 0;
  for (const [index, base] of candidates) {
    const sentence = sentences[index];
    if (!sentence) continue;
    let added = 0;
    for (const [stem, rarity] of left) if (sentence.stems.has(stem)) added += rarity;
    const gain = (added + base) / (1 + COST * sentence.pieces);
    if (gain > bestGain) [best, bestGain] = [sentence, gain];
  }
  return best;
}

/** Rarity of the claim's stems that each sentence holds, of those that hold most. */
function coveredRarity(claim: ClaimPart, evidence: Evidence): Map<number, number> {
  const covered = new Map<number, number>();
  for (const [stem, rarity] of claim.rarities) {
    for (const index of evidence.sentencesWith(stem)) covered.set(index, (covered.get(index) ?? 0) + rarity);
  }
  if (covered.size <= MOST_CANDIDATES) return covered;
  return new Map([...covered].sort(([, a], [, b]) => b - a).slice(0, MOST_CANDIDATES));
}
