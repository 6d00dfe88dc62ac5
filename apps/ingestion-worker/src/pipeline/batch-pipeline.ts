/** Batches under way: one that is embedded and one before it that is stored, or two that the network has before it. */
const DEPTH = 2;

/**
 * Two stages that work side by side: while one batch is stored, the next ones are embedded, so that the network waits neither
 * for a disk nor for its next texts. They are stored one at a time and in order. A slow second stage holds up the first.
 */
export class BatchPipeline<Batch, Embedded> {
  private readonly underWay: Promise<void>[] = [];

  /** @param store also told of what embedding failed with: it decides what that means */
  constructor(
    private readonly embed: (batch: Batch) => Promise<Embedded>,
    private readonly store: (batch: Batch, embedded: Promise<Embedded>) => Promise<void>,
  ) {}

  /**
   * Takes a batch over, as soon as there is room.
   *
   * @throws what an earlier batch could not be stored for; nothing is stored after it
   */
  async push(batch: Batch): Promise<void> {
    if (this.underWay.length >= DEPTH) await this.underWay.shift();
    const embedded = this.embed(batch);
    const stored = this.storeAfter(this.underWay.at(-1), batch, embedded);
    // Told by a later call, which may be long after.
    stored.catch(ignore);
    this.underWay.push(stored);
  }

  /** Waits for all batches. @throws as `push` does */
  async drain(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
  }

  /** Waits until nothing is under way any more, whatever became of it. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.underWay.splice(0));
  }

  private async storeAfter(
    before: Promise<void> | undefined,
    batch: Batch,
    embedded: Promise<Embedded>,
  ): Promise<void> {
    // First, also where the batch before it has failed: nothing is left at work when all is said to be settled.
    await embedded.catch(ignore);
    await before;
    await this.store(batch, embedded);
  }
}

function ignore(): void {
  // Another caller awaits the same promise and is told.
}

interface ReadAheadOptions<T> {
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
