import type { DecomposedQuery } from '@arbiter/contracts';

/**
 * Whether a question is one that documents could answer. One that is taken for small talk or for something else is
 * searched for all the same, since that may be a mistake, but once and no further.
 */
export function asksDocuments({ queryType }: Pick<DecomposedQuery, 'queryType'>): boolean {
  return queryType !== 'conversational' && queryType !== 'out_of_scope';
}
