interface Waiting {
  /** Null for whoever looks for a job that is to be started. */
  readonly tenant: string | null;
  /** Ends the wait. */
  readonly admit: () => void;
}

/**
 * The slots of a worker, for jobs that take turns. A job that has used up its slice of time gives its slot to a waiting job,
 * between two documents or slices of texts. It continues when its own turn comes. A paused job keeps its listing and its
 * reading state, since starting anew could take longer than a slice.
 *
 * A slot goes to the tenant that holds the fewest; of those, in order of arrival. Jobs that reach no turn for minutes may hold
 * all slots, so that one more is given beyond them, for a tenant that runs nothing.
 */
export class WorkSlots {
  /** -1 while one beyond them is held. */
  #free: number;
  /** Slots that each tenant holds. */
  readonly #heldBy = new Map<string, number>();
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();
  #changing = new AbortController();

  /**
   * @param slots jobs that run at once, ≥ 1
   * @param sliceMs how long a job keeps its slot while others wait, in milliseconds
   */
  constructor(
    private readonly slots: number,
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
    await this.take(null, signal);
    return new WorkSlot(this, this.sliceMs, this.monotonic);
  }

  /** Whether jobs hold all slots and none beyond them. Never for a single slot: whoever wants one job at a time has reasons. */
  get mayExceed(): boolean {
    const held = [...this.#heldBy.values()].reduce((sum, slots) => sum + slots, 0);
    return this.slots > 1 && this.#free === 0 && held === this.slots;
  }

  /** A slot beyond the others, for a tenant that runs nothing. */
  exceed(): WorkSlot {
    this.#free -= 1;
    this.#changed();
    return new WorkSlot(this, this.sliceMs, this.monotonic);
  }

  /** Aborted when a slot is next taken or given back, or when it becomes known whose it is. */
  get change(): AbortSignal {
    return this.#changing.signal;
  }

  /** For {@link WorkSlot}. @throws the signal's reason */
  async take(tenant: string | null, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else {
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          this.#waiting.delete(waiting);
          reject(signal.reason as Error);
        };
        const admit = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const waiting: Waiting = { tenant, admit };
        this.#waiting.add(waiting);
        signal.addEventListener('abort', leave, { once: true });
      });
    }
    if (tenant !== null) this.hold(tenant);
    this.#changed();
  }

  /** For {@link WorkSlot}: a slot that is held is this tenant's. */
  hold(tenant: string): void {
    this.#heldBy.set(tenant, this.#held(tenant) + 1);
    this.#changed();
  }

  /** For {@link WorkSlot}. @param tenant null where it was held for no job */
  giveBack(tenant: string | null): void {
    if (tenant !== null) {
      const left = this.#held(tenant) - 1;
      if (left > 0) this.#heldBy.set(tenant, left);
      else this.#heldBy.delete(tenant);
    }
    const next = this.#free < 0 ? undefined : this.#next();
    if (next) {
      this.#waiting.delete(next);
      next.admit();
    } else this.#free += 1;
    this.#changed();
  }

  #next(): Waiting | undefined {
    const waiting = [...this.#waiting];
    const fewest = Math.min(...waiting.map(({ tenant }) => (tenant === null ? Infinity : this.#held(tenant))));
    return waiting.find(({ tenant }) => tenant === null || this.#held(tenant) === fewest);
  }

  #held(tenant: string): number {
    return this.#heldBy.get(tenant) ?? 0;
  }

  #changed(): void {
    this.#changing.abort();
    this.#changing = new AbortController();
  }
}

/** One job's share of the slots. */
export class WorkSlot {
  #since: number;
  #tenant: string | null = null;
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

  /** Called once it is known whose job has the slot. */
  holdFor(tenant: string): void {
    this.#tenant = tenant;
    this.slots.hold(tenant);
  }

  /**
   * Called between documents and slices of texts, possibly several times at once. Resolves immediately, or after other jobs had their turns.
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
    if (this.#isHeld) this.slots.giveBack(this.#tenant);
    this.#isHeld = false;
  }

  async #stepAside(signal: AbortSignal): Promise<void> {
    this.#letGo();
    await this.slots.take(this.#tenant, signal);
    this.#isHeld = true;
    this.#since = this.monotonic();
    if (this.#isOver) this.#letGo();
  }
}
