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

/** Code-unit order: the same on every machine, unlike a locale's. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** JSON with the keys of every object in order: equal for values that are equal as JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}
