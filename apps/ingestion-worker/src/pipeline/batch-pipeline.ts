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
  // Somebody else awaits the same promise and is told.
}
