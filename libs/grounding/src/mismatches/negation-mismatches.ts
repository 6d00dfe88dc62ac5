import { deniesWhatStands } from '../features/negation-features.js';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from './mismatch.js';

/** One side denies once more than the other, or each denies what the other states. */
export function negationMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const difference = denials(claim, sentence) - denials(sentence, claim);
  if (difference % 2 !== 0) {
    return [{ kind: 'negation', message: difference > 0 ? 'the source does not deny it' : 'the source denies it' }];
  }
  return deniesWhatStands(claim, sentence) && deniesWhatStands(sentence, claim)
    ? [{ kind: 'negation', message: 'the source denies something else' }]
    : [];
}

/** Negations that reach something the other text speaks of; "neither … nor" is one. */
function denials({ negators, words }: TextMentions, other: TextMentions): number {
  return negators.filter(
    ({ word, scope }) =>
      words[word]?.form !== 'nor' && (scope.size === 0 || [...scope].some((stem) => other.stems.has(stem))),
  ).length;
}
