import type { ClaimPart } from '../passages/claim-part.js';
import type { Word } from '../passages/read-words.js';
import { rarityOfStem } from '../rarity/background-rarity.js';

/** What shared words tell. */
export interface WordingFeatures {
  /** Share of the claim's rarity that the best window covers, 0–1. */
  readonly coverage: number;
  /** Share of the claim's pairs of neighbouring content stems that stand in the evidence, weighted by rarity, 0–1. */
  readonly pairs: number;
  /** Share of its runs of three words that stand there, 0–1. */
  readonly runs: number;
  /** Rarity of the rarest stem that the best window lacks, 0–12. */
  readonly rarestMissing: number;
}

/**
 * @param evidence words of each chosen sentence
 * @param window stems of the best window, its context included
 */
export function wordingFeatures(
  claim: ClaimPart,
  evidence: readonly (readonly Word[])[],
  window: ReadonlySet<string>,
): WordingFeatures {
  const rarities = [...claim.rarities];
  const total = rarities.reduce((sum, [, rarity]) => sum + rarity, 0);
  const missing = rarities.filter(([stem]) => !window.has(stem)).map(([, rarity]) => rarity);
  const missed = missing.reduce((sum, rarity) => sum + rarity, 0);
  const pairs = contentPairs(claim.words);
  const heldPairs = new Set(evidence.flatMap(contentPairs));
  const runs = runsOfThree(claim.words);
  const heldRuns = new Set(evidence.flatMap(runsOfThree));
  return {
    coverage: total === 0 ? 0 : 1 - missed / total,
    pairs: weightedShare(pairs, heldPairs, pairRarity),
    runs: weightedShare(runs, heldRuns, () => 1),
    rarestMissing: Math.max(0, ...missing),
  };
}

function contentPairs(words: readonly Word[]): string[] {
  const stems = words.filter(({ content }) => content).map(({ stem }) => stem);
  return stems.slice(1).map((stem, index) => `${stems[index] ?? ''} ${stem}`);
}

function runsOfThree(words: readonly Word[]): string[] {
  return words.slice(2).map(({ form }, index) => `${words[index]?.form ?? ''} ${words[index + 1]?.form ?? ''} ${form}`);
}

function pairRarity(pair: string): number {
  return pair.split(' ').reduce((sum, stem) => sum + rarityOfStem(stem), 0);
}

function weightedShare(keys: readonly string[], held: ReadonlySet<string>, weightOf: (key: string) => number): number {
  let sum = 0;
  let total = 0;
  for (const key of new Set(keys)) {
    const weight = weightOf(key);
    total += weight;
    if (held.has(key)) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}
