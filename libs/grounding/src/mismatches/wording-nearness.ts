import type { TextMentions } from '../mentions/text-mentions.js';
import type { Word } from '../passages/read-words.js';
import { rarityOfStem } from '../rarity/background-rarity.js';
import { countShared } from './count-shared.js';

/** How near two texts stand to each other in their words; every value 0–1. */
export interface WordingNearness {
  /** Share of the claim's rarity that the sentence holds, numbers and names aside: those are what an error changes. */
  readonly held: number;
  /** The same of the sentence's rarity in the claim. */
  readonly repeated: number;
  /** Share of the claim's pairs of neighbouring stems that stand in the sentence. */
  readonly pairs: number;
}

/** Chosen on training pairs: lightly reworded sentences lie above, paraphrases of the same content below. */
const LEAST_HELD = 0.55;
const LEAST_REPEATED = 0.55;
const LEAST_PAIRS = 0.6;

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
  return held >= LEAST_HELD && (repeated >= LEAST_REPEATED || pairs >= LEAST_PAIRS);
}

function heldShare({ words, numbers, names }: TextMentions, stems: ReadonlySet<string>): number {
  const changeable = [...numbers, ...names];
  let held = 0;
  let total = 0;
  for (const { stem, start, content } of words) {
    if (!content || changeable.some((mention) => mention.start <= start && start < mention.end)) continue;
    const rarity = rarityOfStem(stem);
    total += rarity;
    if (stems.has(stem)) held += rarity;
  }
  return total === 0 ? 0 : held / total;
}

function pairsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.slice(1).map(({ stem }, index) => `${words[index]?.stem ?? ''} ${stem}`));
}
