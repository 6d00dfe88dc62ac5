/** Batches in progress: one that is embedded and one that is stored, or two that are embedded. */
const DEPTH = 2;

/**
 * Two stages in parallel: while one batch is stored, the next ones are embedded. The network therefore waits neither for the
 * disk nor for its next texts. Batches are stored one at a time and in order. A slow second stage holds up the first.
 */
export class BatchPipeline<Batch, Embedded> {
  private readonly underWay: Promise<void>[] = [];

  /** @param store also receives the rejection of `embed` and decides what to do about it */
  constructor(
    private readonly embed: (batch: Batch) => Promise<Embedded>,
    private readonly store: (batch: Batch, embedded: Promise<Embedded>) => Promise<void>,
  ) {}

  /**
   * Accepts a batch as soon as there is room.
   *
   * @throws the error of an earlier batch that could not be stored; nothing is stored after it
   */
  async push(batch: Batch): Promise<void> {
    if (this.underWay.length >= DEPTH) await this.underWay.shift();
    const embedded = this.embed(batch);
    const stored = this.storeAfter(this.underWay.at(-1), batch, embedded);
    // A later call reports the error, possibly long after.
    stored.catch(ignore);
    this.underWay.push(stored);
  }

  /** Waits for all batches. @throws as `push` does */
  async drain(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
  }

  /** Waits until no batch is in progress, whatever the outcomes. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.underWay.splice(0));
  }

  private async storeAfter(
    before: Promise<void> | undefined,
    batch: Batch,
    embedded: Promise<Embedded>,
  ): Promise<void> {
    // First, even if the previous batch has failed: `settle` must not resolve while a batch is still embedded.
    await embedded.catch(ignore);
    await before;
    await this.store(batch, embedded);
  }
}

function ignore(): void {
  // Another caller awaits the same promise and receives the error.
}

interface ReadAheadOptions<T> {
  /** Items read at once, ≥ 1. */
  readonly atOnce: number;
  /** Weight of an item, such as its bytes. */
  readonly weigh: (item: T) => number;
  /** Most total weight of the items read at once; a heavier item is read alone. */
  readonly maxWeight: number;
}

/**
 * Reads several items at once and yields them in order. The consumer waits for the slowest item instead of for the sum. When
 * the generator has ended, for whatever reason, no item is being read.
 *
 * @throws the error of reading an item, when its turn comes
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
      // The error is reported when the item's turn comes, possibly long after.
      result.catch(ignore);
      underWay.push({ item, weight, result });
    }
    for (const { item, result } of underWay) yield [item, await result];
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
