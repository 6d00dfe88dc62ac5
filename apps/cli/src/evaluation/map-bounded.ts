import { ArbiterError } from '@arbiter/contracts';

/**
 * Applies work to every item, at most `limit` at once, and returns the results in the order of the items. After a failure it
 * begins nothing more, waits for what has begun, and throws that failure.
 *
 * @param limit ≥ 1
 * @param onSettled called with the number of items that are done, after each
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
  onSettled?: (settled: number) => void,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  let settled = 0;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        results[index] = await work(item, index);
        onSettled?.(++settled);
      } catch (thrown) {
        failures.push(thrown);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * A handler for `Promise.catch` that puts the name of an item before the error's message.
 *
 * @throws ArbiterError with the same code and details
 */
export function naming(item: string) {
  return (thrown: unknown): never => {
    const { code, message, details } = ArbiterError.from(thrown);
    throw new ArbiterError(code, `${item}: ${message}`, { details, cause: thrown });
  };
}
