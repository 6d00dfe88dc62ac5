/**
 * Maps values in order, at most `limit` at once; a value is taken from its source when its task can start, so a source
 * that is made as it is read is never ahead by more.
 *
 * @param limit calls under way, ≥ 1
 * @throws what the first task that failed, or the source, threw; those under way are waited for, no other is begun
 */
export async function mapConcurrently<T, R>(
  values: Iterable<T>,
  limit: number,
  map: (value: T) => Promise<R>,
): Promise<R[]> {
  const source = values[Symbol.iterator]();
  const results: R[] = [];
  let taken = 0;
  let failure: { readonly thrown: unknown } | null = null;
  const work = async (): Promise<void> => {
    try {
      while (failure === null) {
        const next = source.next();
        if (next.done) return;
        const index = taken++;
        results[index] = await map(next.value);
      }
    } catch (thrown) {
      failure ??= { thrown };
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  // Widened: the compiler does not see what `work` assigns.
  const first = failure as { readonly thrown: unknown } | null;
  if (first) throw first.thrown;
  return results;
}

/** Runs tasks of one key one after the other, in the order of arrival; tasks of different keys run side by side. */
export class SerialQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** @returns what the task returns or throws; a failed task does not stop those behind it */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, tail);
    // The last one out forgets the key, so that the map holds no more keys than there are busy ones.
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    return result;
  }

  /** Resolves when everything that was queued until now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.tails.values());
  }
}
