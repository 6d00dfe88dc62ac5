import type { DecomposedQuery } from '@arbiter/contracts';
import type { Attempt } from './attempt.js';

/** How many missing words are named; a longer list reads as noise. */
const NAMED_WORDS = 3;

/**
 * One or two sentences that say why there is no answer and, where it is known, what is missing.
 *
 * @param queryType what the question was taken for
 * @param libraryIsEmpty nothing has been ingested, or nothing into the collections that were asked
 */
export function declineMessage(
  attempt: Attempt,
  queryType: DecomposedQuery['queryType'],
  libraryIsEmpty: boolean,
): string {
  if (libraryIsEmpty) {
    return 'There is nothing to answer from: the library is empty. Fill it with `arbiter ingest PATH`, or try `arbiter ingest --domain lantern-coast`.';
  }
  if (queryType === 'conversational') return 'There is no question in this that documents could answer.';
  const { passages } = attempt.retrieved;
  if (passages.length === 0) return 'The sources hold nothing about this question, so it is not answered.';
  const missing = attempt.validation?.checks.usefulness.missing ?? [];
  const titles = [...new Set(passages.map(({ title }) => title).filter((title) => title !== ''))].slice(0, 3);
  const nearest =
    titles.length === 0 ? '' : ` The nearest documents are ${listed(titles.map((title) => `"${title}"`))}.`;
  if (missing.length > 0) {
    return `The sources do not say enough to answer this: nothing in them speaks of ${listed(
      missing.slice(0, NAMED_WORDS).map((word) => `"${word}"`),
      'or',
    )} in this connection.${nearest}`;
  }
  return `The sources do not support an answer to this question well enough to show one.${nearest}`;
}

function listed(items: readonly string[], conjunction = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length <= 1 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
