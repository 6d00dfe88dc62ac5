import { negationsIn } from '@arbiter/text';
import type { Word } from '../passages/read-words.js';

/** A word that denies, by its index among the words of its text. */
export interface Negator {
  readonly word: number;
  /** Stems of the content words that it reaches. */
  readonly scope: ReadonlySet<string>;
}

/** Words that deny what follows without being negations. */
const IMPLICIT =
  /^(?:lack(?:s|ed|ing)?|fail(?:s|ed|ing)?|absen(?:t|ce)|unable|hardly|rarely|seldom|barely|scarcely|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|unlikely|impossible|devoid|except|excluding)$/;
/** Words after a negation that it reaches. */
const REACH = 4;

/** Negations of a text in order, and words such as "lacks" and "fails" that deny what follows. */
export function negatorsIn(text: string, words: readonly Word[]): Negator[] {
  const negations = negationsIn(text);
  const indexes = words.flatMap(({ start, end, form }, index) =>
    IMPLICIT.test(form) || negations.some((negation) => negation.start >= start && negation.end <= end) ? [index] : [],
  );
  return indexes.map((word) => ({
    word,
    scope: new Set(
      words
        .slice(word + 1, word + 1 + REACH)
        .filter(({ content }) => content)
        .map(({ stem }) => stem),
    ),
  }));
}
