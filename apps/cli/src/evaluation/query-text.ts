import { MAX_QUERY_LENGTH } from '@arbiter/contracts';

/** A text of a set as the published operations take a query: well-formed, of at most their length; null when it is empty. */
export function queryTextOf(text: string): string | null {
  const query = text.toWellFormed().replaceAll('\0', ' ').trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
  return query === '' ? null : query;
}
