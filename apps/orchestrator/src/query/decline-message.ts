import type { DecomposedQuery } from '@arbiter/contracts';
import type { Attempt } from './attempt.js';

/**
 * One or two sentences that say why there is no answer. They speak of the search and never of what the sources hold: that
 * nothing was found is known, that nothing is there is not.
 *
 * @param queryType what the question was taken for
 * @param libraryIsEmpty nothing has been ingested, or nothing into the collections that were asked
 */
export function declineMessage(
  attempt: Pick<Attempt, 'retrieved'>,
  queryType: DecomposedQuery['queryType'],
  libraryIsEmpty: boolean,
): string {
  if (libraryIsEmpty) {
    return 'There is nothing to answer from: the library is empty. Fill it with `arbiter ingest PATH`, or try `arbiter ingest --domain lantern-coast`.';
  }
  if (queryType === 'conversational') return 'There is no question in this that documents could answer.';
  if (attempt.retrieved.passages.length === 0) return 'No passage was found for this question, so it is not answered.';
  return 'No passage was found that surely answers this question, so it is not answered.';
}
