import { negationsIn } from '@arbiter/text';
import type { Word } from '../passages/read-words.js';

/** A word that denies, by its index among the words of its text. */
export interface Negator {
  readonly word: number;
  /** Stems of the content words that it reaches; of those before it where none follows. */
  readonly scope: ReadonlySet<string>;
  /** Stems of the content words before it, of which something is denied. */
  readonly subject: ReadonlySet<string>;
}

/** Words that deny what follows without being negations. */
const IMPLICIT =
  /^(?:lack(?:s|ed|ing)?|absen(?:t|ce)|unable|hardly|rarely|seldom|barely|scarcely|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|unlikely|impossible|devoid|except|excluding)$/;
/** Words after a negation that it reaches. */
const REACH = 4;
/** Content words before one that nothing follows. */
const FEWEST = 2;
const ENDS_CLAUSE = /[,;:.–—]/;

/** "No more than three" is a bound, and denies nothing. */
const BOUND = /^not?\s+(?:more|less|fewer|greater)\s+than\b/i;
const BOUND_REACH = 20;

/** Negations of a text in order, and words such as "lacks" and "fails" that deny what follows. */
export function negatorsIn(text: string, words: readonly Word[]): Negator[] {
  const negations = negationsIn(text).filter(({ start }) => !BOUND.test(text.slice(start, start + BOUND_REACH)));
  const failsTo = (index: number): boolean =>
    /^fail(?:s|ed|ing)?$/.test(words[index]?.form ?? '') && words[index + 1]?.form === 'to';
  const indexes = words.flatMap(({ start, end, form }, index) =>
    IMPLICIT.test(form) ||
    failsTo(index) ||
    negations.some((negation) => negation.start >= start && negation.end <= end)
      ? [index]
      : [],
  );
  return indexes.map((word) => {
    const after = words.slice(word + 1, word + 1 + REACH);
    const ends = after.findIndex(({ start }, index) =>
      ENDS_CLAUSE.test(text.slice((after[index - 1] ?? words[word])?.end, start)),
    );
    const scope = contentStems(ends < 0 ? after : after.slice(0, ends));
    const subject = contentStems(words.slice(Math.max(0, word - REACH), word));
    // "… and had no other": what is denied stands before it.
    return { word, scope: scope.size > 0 ? scope : new Set([...subject].slice(-FEWEST)), subject };
  });
}

function contentStems(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.filter(({ content }) => content).map(({ stem }) => stem));
}
