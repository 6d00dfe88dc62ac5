import type { TextMentions } from '../mentions/text-mentions.js';
import type { Word } from '../passages/read-words.js';
import { rarityOfStem } from '../rarity/background-rarity.js';

/** Chosen on training pairs: lightly reworded sentences lie above, paraphrases of the same content below. */
const LEAST_HELD = 0.55;
const LEAST_REPEATED = 0.55;
const LEAST_PAIRS = 0.6;
/** So many pairs in their place suffice, where nearly every word is a name or a number. */
const ENOUGH_PAIRS = 0.65;

const AKIN = 0.4;
const STRETCH_HELD = 0.85;
const SAME = 0.75;

/** How near two texts stand to each other in their words; every value 0–1. */
export interface WordingNearness {
  /** Share of the claim's rarity that the sentence holds, numbers with their units and names aside: those are what an error changes. */
  readonly held: number;
  /** The same of the sentence's rarity in the claim. */
  readonly repeated: number;
  /** Share of the claim's pairs of neighbouring stems that stand in the sentence. */
  readonly pairs: number;
}

export function wordingNearness(claim: TextMentions, sentence: TextMentions): WordingNearness {
  const own = pairsOf(claim.words);
  return {
    held: heldShare(claim, sentence.stems),
    repeated: heldShare(sentence, claim.stems),
    pairs: own.size === 0 ? 0 : countShared(own, pairsOf(sentence.words)) / own.size,
  };
}

/**
 * Whether a claim is the sentence, or a stretch of it, with a few words changed. There a mismatch refutes it; in a
 * paraphrase half of the mismatches are only other words for the same.
 */
export function isNearWording({ held, repeated, pairs }: WordingNearness): boolean {
  return pairs >= ENOUGH_PAIRS || (held >= LEAST_HELD && (repeated >= LEAST_REPEATED || pairs >= LEAST_PAIRS));
}

/**
 * Whether it says about the same in about the same words. There a value or an opposite refutes it: of 56 such pairs of the
 * training sets 43 are not supported.
 */
export function isAkinWording({ held, repeated, pairs }: WordingNearness): boolean {
  const isAlike = held >= AKIN && repeated >= AKIN && pairs >= AKIN / 2;
  const isStretch = held >= STRETCH_HELD && pairs >= AKIN;
  return isAlike || isStretch;
}

/** Whether a claim is a sentence but for a word or two: there even what the sentence only lacks refutes it. */
export function isSameWording({ held, repeated, pairs }: WordingNearness): boolean {
  return held >= SAME && repeated >= SAME && pairs >= LEAST_PAIRS;
}

function heldShare({ words, numbers, names }: TextMentions, stems: ReadonlySet<string>): number {
  const changeable = [...numbers, ...names];
  let held = 0;
  let total = 0;
  for (const [index, { stem, start, content }] of words.entries()) {
    const isIn = (place: number): boolean =>
      changeable.some((mention) => mention.start <= place && place < mention.end);
    // A word right after a number is its unit.
    const isUnit = numbers.some(({ end, head }) => head === stem && (words[index - 1]?.end ?? -1) === end);
    if (!content || isUnit || isIn(start)) continue;
    const rarity = rarityOfStem(stem);
    total += rarity;
    if (stems.has(stem)) held += rarity;
  }
  return total === 0 ? 0 : held / total;
}

function pairsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.slice(1).map(({ stem }, index) => `${words[index]?.stem ?? ''} ${stem}`));
}

/** How many items of one set are in another. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const item of a) if (b.has(item)) count += 1;
  return count;
}
