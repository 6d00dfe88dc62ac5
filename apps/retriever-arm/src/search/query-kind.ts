import { isNamedQuery, OPEN_QUESTION_KEYWORD_SHARE } from '@arbiter/fusion';
import { isQuestion, STOP_WORDS } from '@arbiter/text';
import type { LegName } from './search-target.js';

/** What the recipe has to know of a query. */
export interface QueryKind {
  /** Asks about something by its name: the first round is exact enough. */
  readonly named: boolean;
  /** A question that names nothing, put in other words than its answer: vectors count more. */
  readonly open: boolean;
}

export function queryKindOf(query: string): QueryKind {
  const named = isNamedQuery(query, (word) => STOP_WORDS.has(word));
  return { named, open: !named && isQuestion(query) };
}

/** Shares of the indexes for a query, from those for any. */
export function weightsFor({ open }: QueryKind, weights: Readonly<Record<LegName, number>>): Record<LegName, number> {
  if (!open) return { ...weights };
  return {
    vector: weights.vector * 2 * (1 - OPEN_QUESTION_KEYWORD_SHARE),
    keyword: weights.keyword * 2 * OPEN_QUESTION_KEYWORD_SHARE,
  };
}
