import { ArbiterError } from '@arbiter/contracts';

/** For `catch`: a collection without any chunk is in no store. */
export function ignoringNotFound<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return instead;
    throw error;
  };
}
