/** Batches under way: one that is embedded, and one before it that is stored. */
const DEPTH = 2;

/**
 * Two stages that work side by side, each on one batch at a time and in order: while one batch is stored, the next one is
 * embedded, so that the network does not wait for a disk. A slow second stage holds up the first.
 */
export class BatchPipeline<Batch, Embedded> {
  private readonly underWay: Promise<void>[] = [];
  private lastEmbedded: Promise<unknown> = Promise.resolve();

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
    const embedded = this.lastEmbedded.then(() => this.embed(batch));
    this.lastEmbedded = embedded.catch(ignore);
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
    await before;
    await this.store(batch, embedded);
  }
}

function ignore(): void {
  // Somebody else awaits the same promise and is told.
}
