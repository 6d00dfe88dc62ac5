import type { TextMentions } from '../mentions/text-mentions.js';

/** Features of negations; each 0 or 1. */
export interface NegationFeatures {
  /** The claim and the sentence that covers most have an odd number of negations between them. */
  readonly negationOdd: number;
  /** The claim denies something, and the window nothing. */
  readonly negationAdded: number;
  /** What one of them denies, the other states. */
  readonly negationScope: number;
}

export function negationFeatures(
  claim: TextMentions,
  sentence: TextMentions,
  windowNegators: number,
): NegationFeatures {
  return {
    negationOdd: (claim.negators.length + sentence.negators.length) % 2,
    negationAdded: claim.negators.length > 0 && windowNegators === 0 ? 1 : 0,
    negationScope: deniesWhatStands(claim, sentence) || deniesWhatStands(sentence, claim) ? 1 : 0,
  };
}

/** Whether a text denies a stem that another has outside of every negation. */
export function deniesWhatStands(denying: TextMentions, stating: TextMentions): boolean {
  const denied = new Set(denying.negators.flatMap(({ scope }) => [...scope]));
  const alsoDenied = new Set(stating.negators.flatMap(({ scope }) => [...scope]));
  return [...denied].some((stem) => stating.stems.has(stem) && !alsoDenied.has(stem));
}
