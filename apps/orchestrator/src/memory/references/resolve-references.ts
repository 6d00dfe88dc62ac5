import { tokenize } from '@arbiter/text';
import type { Exchange, Replacement } from './exchange.js';
import { completeEllipsis, withoutCorrection } from './complete-ellipsis.js';
import { actionExpression, demonstrativeExpressions } from './demonstrative-expressions.js';
import { replaceExpressions } from './expression.js';
import { listExpressions } from './list-expressions.js';
import { mentionsOf } from './mentions.js';
import { placeExpressions } from './place-expressions.js';
import { pronounExpressions } from './pronoun-expressions.js';
import { standsAlone } from './stands-alone.js';

export interface Resolution {
  /** Self-contained. */
  readonly question: string;
  /** In the order of the question; empty for one that is left as it was. */
  readonly replaced: readonly Replacement[];
}

/** A question of more characters explains itself. */
const LONGEST_FOLLOW_UP = 300;
const CONJUNCTION = /^\s*(?:and|but|so|then|ok(?:ay)?)\b[,\s]+(?=(?:\p{L}+\s+)?\p{L}+)/iu;

/**
 * Rewrites a follow-up as a question that stands alone. Omitted parts are taken from the question before it. Pronouns,
 * "there", "that unit" and "the second one" are replaced by their referents. The rules are cautious: they leave a
 * pronoun rather than touch a question that stands alone.
 *
 * @param answered exchanges of the session since its last change of topic, oldest first, their questions resolved
 * @param exchanges those of them that words may point to; all if absent
 */
export function resolveReferences(
  question: string,
  answered: readonly Exchange[],
  exchanges: readonly Exchange[] = answered,
): Resolution {
  const untouched = { question, replaced: [] };
  if (answered.length === 0 || question.length > LONGEST_FOLLOW_UP || standsAlone(question, answered)) return untouched;
  const completed = completeEllipsis(question, answered);
  const stated = completed ?? withoutCorrection(question).replace(CONJUNCTION, '');
  // Expressions that the previous question left unresolved refer to nothing: "Do they keep umbrellas?" – "And gloves?".
  const open = completed === null ? '' : (answered.at(-1)?.question ?? '');
  const mentions = mentionsOf(exchanges);
  const action = actionExpression(stated, exchanges);
  const { question: resolved, replaced } = replaceExpressions(stated, [
    ...(action ? [action] : []),
    ...listExpressions(stated, exchanges),
    ...demonstrativeExpressions(stated, exchanges, mentions),
    ...placeExpressions(stated, exchanges, mentions),
    ...pronounExpressions(stated, mentions).filter(({ start, end }) => !hasWord(open, stated.slice(start, end))),
  ]);
  if (completed !== null)
    return { question: resolved, replaced: [{ expression: question.trim(), referent: resolved }] };
  return replaced.length > 0 ? { question: resolved, replaced } : untouched;
}

function hasWord(text: string, word: string): boolean {
  return tokenize(text).some((token) => token.text.toLowerCase() === word.toLowerCase());
}
