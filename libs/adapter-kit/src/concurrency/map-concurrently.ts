/**
 * Maps values in order, at most `limit` at once; a value is taken from its source when its task can start, so a source
 * that is made as it is read is never ahead by more.
 *
 * @param limit calls under way, ≥ 1
 * @throws what the first task that failed threw; those under way are waited for, no other is begun
 */
export async function mapConcurrently<T, R>(
  values: Iterable<T>,
  limit: number,
  map: (value: T) => Promise<R>,
): Promise<R[]> {
  const source = values[Symbol.iterator]();
  const results: R[] = [];
  let taken = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (!failed) {
      const next = source.next();
      if (next.done) return;
      const index = taken++;
      try {
        results[index] = await map(next.value);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, work));
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  if (rejected) throw rejected.reason;
  return results;
}
