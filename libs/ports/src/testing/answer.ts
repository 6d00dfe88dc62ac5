import { compareCodeUnits } from '@arbiter/contracts';

/**
 * Runs a step of a fake as an adapter would: later than the call, and not at all under an aborted signal. What the step
 * throws rejects.
 */
export function answer<T>(signal: AbortSignal | null, step: () => T): Promise<T> {
  return Promise.resolve().then(() => {
    signal?.throwIfAborted();
    return step();
  });
}

/** JSON with the keys of every object in order: equal for values that are equal as JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}
