export interface ReadAheadOptions<T> {
  /** Items that are read at once, ≥ 1. */
  readonly atOnce: number;
  /** What reading an item takes, such as bytes. */
  readonly weigh: (item: T) => number;
  /** Of the items that are read at once, all together; a heavier one is read alone. */
  readonly maxWeight: number;
}

/**
 * Reads several items at once and gives them in their order, so that whoever takes them waits for the slowest of them and not
 * for all. Nothing is read any more once it has ended, however it ended.
 *
 * @throws what reading an item failed with, when its turn comes
 */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  read: (item: T) => Promise<R>,
  { atOnce, weigh, maxWeight }: ReadAheadOptions<T>,
): AsyncGenerator<readonly [T, R], void, undefined> {
  const underWay: { readonly item: T; readonly weight: number; readonly result: Promise<R> }[] = [];
  const isFull = (weight: number): boolean =>
    underWay.length >= atOnce || underWay.reduce((sum, other) => sum + other.weight, weight) > maxWeight;
  try {
    for (const item of items) {
      const weight = weigh(item);
      for (let first = underWay[0]; first && isFull(weight); first = underWay[0]) {
        yield [first.item, await first.result];
        underWay.shift();
      }
      const result = read(item);
      // Told when its turn comes, which may be long after.
      result.catch(ignore);
      underWay.push({ item, weight, result });
    }
    for (const { item, result } of underWay) yield [item, await result];
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}

function ignore(): void {
  // Thrown again by the generator.
}
