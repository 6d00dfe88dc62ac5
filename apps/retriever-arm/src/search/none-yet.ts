import { ArbiterError } from '@arbiter/contracts';

/**
 * For `promise.catch`: a collection whose first document is still on its way has a manifest and no index yet, and
 * holds as much as an empty one.
 */
export function noneYet<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return value;
    throw error;
  };
}
