import type { WeightedTerm } from '@arbiter/ports';
import { BooleanQuery, MatchQuery, Occur, Operator, type FullTextQuery } from '@lancedb/lancedb';

/** Terms separated by spaces, as the index takes them apart again. */
export const TERMS_COLUMN = 'terms';

/** What weights may be whole multiples of: those of a query of one, those of feedback of 1/8. */
const UNITS = [1, 1 / 2, 1 / 4, 1 / 8];

/** Words of a query beyond which counting them out takes longer than adding up weighted queries. */
const MOST_REPEATS = 200;

/**
 * The weighted sum of the terms' scores. BM25 adds up over the words of a query, so a term that counts twice is written
 * twice: one match query skips the documents that cannot be among the best, a sum of weighted ones reads them all (at a
 * million chunks 10 against 67 ms). Where weights have no common unit, terms of one weight share a query.
 *
 * @param query at least one term
 * @param required terms that must all be there; they add nothing to the score
 */
export function fullTextQueryOf(query: readonly WeightedTerm[], required: readonly string[] = []): FullTextQuery {
  const counted = countedOut(query);
  if (counted && required.length === 0) return counted;
  const matches = counted ? [counted] : byWeight(query);
  const scored = matches.map((match): [Occur, FullTextQuery] => [Occur.Should, match]);
  return new BooleanQuery(required.length === 0 ? scored : [...scored, [Occur.Must, allOf(required)]]);
}

/** @returns null when there is no unit that all weights are whole multiples of, or the words would be too many */
function countedOut(query: readonly WeightedTerm[]): MatchQuery | null {
  const unit = [query[0]?.weight ?? 1, ...UNITS].find((of) =>
    query.every(({ weight }) => Number.isInteger(weight / of)),
  );
  if (unit === undefined) return null;
  const words = query.flatMap(({ term, weight }) =>
    Array.from({ length: Math.min(weight / unit, MOST_REPEATS + 1) }, () => term),
  );
  return words.length > MOST_REPEATS ? null : new MatchQuery(words.join(' '), TERMS_COLUMN, { boost: unit });
}

function byWeight(query: readonly WeightedTerm[]): MatchQuery[] {
  const terms = new Map<number, string[]>();
  for (const { term, weight } of query) terms.set(weight, [...(terms.get(weight) ?? []), term]);
  return [...terms].map(([boost, of]) => new MatchQuery(of.join(' '), TERMS_COLUMN, { boost }));
}

function allOf(terms: readonly string[]): FullTextQuery {
  return new MatchQuery(terms.join(' '), TERMS_COLUMN, { operator: Operator.And, boost: 0 });
}
