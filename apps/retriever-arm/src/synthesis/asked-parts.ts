import type { QueryType } from '@arbiter/contracts';

/** Sides of a comparison, or steps of a chain, that are read with the question: an answer is written from no more. */
const MOST_PARTS = 4;

/** Of the questions that a comparison or a chain was broken into, those that are read: not itself again. */
export function askedParts(query: string, queryType: QueryType, subQueries: readonly string[]): readonly string[] {
  if (queryType !== 'comparative' && queryType !== 'multi_hop') return [];
  return subQueries.filter((part) => part !== query).slice(0, MOST_PARTS);
}
