import { listGenerations, type RecordedCall } from '@arbiter/contracts';

/** Steps that keep what was found, measured or said; they decide nothing about the answer. */
const KEPT: ReadonlySet<string> = new Set([
  listGenerations.name,
  'results.put',
  'durations.typical',
  'memory.remember',
]);

/** Whether a call says nothing about how an answer came about: a failed one always does, and so does a result that was kept. */
export function isBookkeeping({ name, error, output }: Pick<RecordedCall, 'name' | 'error' | 'output'>): boolean {
  if (error) return false;
  return KEPT.has(name) || (name === 'results.get' && output === null);
}
