/** Ends the wait of one job. */
type Waiting = () => void;

/**
 * The slots of a worker, for jobs that take turns. A job that has used up its slice of time gives its slot to a waiting job,
 * between two documents. It continues when its own turn comes. A paused job keeps its listing and its reading state, since
 * starting anew could take longer than a slice.
 */
export class WorkSlots {
  #free: number;
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();

  /**
   * @param slots jobs that run at once, ≥ 1
   * @param sliceMs how long a job keeps its slot while others wait, in milliseconds
   */
  constructor(
    slots: number,
    private readonly sliceMs: number,
    private readonly monotonic: () => number,
  ) {
    this.#free = slots;
  }

  /** Whether a job waits for a slot. */
  get isWanted(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Waits for a slot.
   *
   * @throws the signal's reason
   */
  async acquire(signal: AbortSignal): Promise<WorkSlot> {
    await this.take(signal);
    return new WorkSlot(this, this.sliceMs, this.monotonic);
  }

  /** For {@link WorkSlot}. @throws the signal's reason */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(admit);
        reject(signal.reason as Error);
      };
      const admit: Waiting = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(admit);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** For {@link WorkSlot}. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#free += 1;
    }
  }
}

/** One job's share of the slots. */
export class WorkSlot {
  #since: number;
  #isHeld = true;
  #isOver = false;
  /** Pending while the job waits for its next turn. */
  #pause: Promise<void> | null = null;

  constructor(
    private readonly slots: WorkSlots,
    private readonly sliceMs: number,
    private readonly monotonic: () => number,
  ) {
    this.#since = monotonic();
  }

  /**
   * Called between documents, possibly several times at once. Resolves immediately, or after other jobs had their turns.
   *
   * @throws the signal's reason
   */
  async turn(signal: AbortSignal): Promise<void> {
    if (!this.#pause && this.slots.isWanted && this.monotonic() - this.#since >= this.sliceMs) {
      this.#pause = this.#stepAside(signal).finally(() => (this.#pause = null));
    }
    await this.#pause;
  }

  /** Gives up the slot, whether the job runs or waits. */
  release(): void {
    this.#isOver = true;
    this.#letGo();
  }

  #letGo(): void {
    if (this.#isHeld) this.slots.giveBack();
    this.#isHeld = false;
  }

  async #stepAside(signal: AbortSignal): Promise<void> {
    this.#letGo();
    await this.slots.take(signal);
    this.#isHeld = true;
    this.#since = this.monotonic();
    if (this.#isOver) this.#letGo();
  }
}
