import { ArbiterError } from '@arbiter/contracts';

/**
 * What is wrong with one condition of a search.
 *
 * @param what the rest of a sentence that begins with the key
 */
export function wrongFilter(key: string, what: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `--filter: "${key}" ${what}.`, {
    details: { field: `filters.${key}` },
    cause,
  });
}
