import { deniesWhatStands } from '../features/negation-features.js';
import type { Negator, TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';

/**
 * One side denies once more than the other, or each denies what the other states. Where both deny equally often, a
 * negation of the claim that reaches nothing the sentence speaks of is taken for the one of the sentence in other words.
 */
export function negationMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  // Where only the claim denies, it does so of what it shares with the sentence, in whatever words.
  const own = countOf(sentence) === 0 ? denials(claim, sentence, true) : denials(claim, sentence);
  const difference = own - denials(sentence, claim);
  const inOtherWords = difference < 0 && countOf(claim) === countOf(sentence);
  if (difference % 2 !== 0 && !inOtherWords) {
    return [{ kind: 'negation', message: difference > 0 ? 'the source does not deny it' : 'the source denies it' }];
  }
  return deniesWhatStands(claim, sentence) && deniesWhatStands(sentence, claim)
    ? [{ kind: 'negation', message: 'the source denies something else' }]
    : [];
}

/** Negations that reach something the other text speaks of; with `bySubject` also those that are said of it. */
function denials(text: TextMentions, other: TextMentions, bySubject = false): number {
  const isSpokenOf = (stems: ReadonlySet<string>): boolean => [...stems].some((stem) => other.stems.has(stem));
  return negationsOf(text).filter(
    ({ scope, subject }) => scope.size === 0 || isSpokenOf(scope) || (bySubject && isSpokenOf(subject)),
  ).length;
}

function countOf(text: TextMentions): number {
  return negationsOf(text).length;
}

/** "Neither … nor" is one. */
function negationsOf({ negators, words }: TextMentions): readonly Negator[] {
  return negators.filter(({ word }) => words[word]?.form !== 'nor');
}
