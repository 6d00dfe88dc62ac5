import type { WeightedTerm } from '@arbiter/ports';
import { BooleanQuery, MatchQuery, Occur, Operator, type FullTextQuery } from '@lancedb/lancedb';

/** Terms separated by spaces, as the index takes them apart again. */
export const TERMS_COLUMN = 'terms';

/**
 * The weighted sum of the terms' scores. Terms of one weight make one match query, since each costs a pass of its own.
 *
 * @param query at least one term
 * @param required terms that must all be there; they add nothing to the score
 */
export function fullTextQueryOf(query: readonly WeightedTerm[], required: readonly string[] = []): FullTextQuery {
  const byWeight = new Map<number, string[]>();
  for (const { term, weight } of query) byWeight.set(weight, [...(byWeight.get(weight) ?? []), term]);
  const matches = [...byWeight].map(([boost, terms]) => new MatchQuery(terms.join(' '), TERMS_COLUMN, { boost }));
  const [only] = matches;
  if (only && matches.length === 1 && required.length === 0) return only;
  const scored = matches.map((match): [Occur, FullTextQuery] => [Occur.Should, match]);
  return new BooleanQuery(required.length === 0 ? scored : [...scored, [Occur.Must, allOf(required)]]);
}

function allOf(terms: readonly string[]): FullTextQuery {
  return new MatchQuery(terms.join(' '), TERMS_COLUMN, { operator: Operator.And, boost: 0 });
}
