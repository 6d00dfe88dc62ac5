/**
 * Runs a task for each value, so many at once; a value is taken from its source when its task can start.
 *
 * @throws what the first task that failed threw; those under way are waited for, no other is begun
 */
export async function inParallel<T>(
  values: Iterable<T>,
  concurrency: number,
  task: (value: T) => Promise<void>,
): Promise<void> {
  const source = values[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = source.next(); !failed && !next.done; next = source.next()) {
      try {
        await task(next.value);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  if (rejected) throw rejected.reason;
}
