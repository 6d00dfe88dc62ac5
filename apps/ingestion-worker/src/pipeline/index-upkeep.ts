import type { Clock } from '@arbiter/ports';

export interface IndexUpkeepOptions {
  /**
   * Maintains the indexes of a collection. With `erase`, their files no longer hold anything deleted or replaced. Otherwise
   * they are indexed and compacted if that is worth its cost.
   */
  readonly tend: (collection: string, options: { readonly erase: boolean }, signal: AbortSignal) => Promise<void>;
  /** Called for upkeep that failed or was ended by `close`; the next upkeep does the rest. Must not throw. */
  readonly onFailure: (collection: string, error: unknown) => void;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface UpkeepRequest {
  /** Whether something was deleted or replaced. */
  readonly erase: boolean;
  /** Latest start from now, in milliseconds; absent: with other changes, when the cost allows. */
  readonly withinMs?: number;
}

/** Delay after a change, in milliseconds: changes seldom come alone, and upkeep rewrites whole files. */
const DELAY_MS = 60_000;
/** Pause after an upkeep, as a multiple of its duration: upkeep of a collection takes a fiftieth of the time at most. */
const PAUSE_FACTOR = 50;
/** Longest such pause, in milliseconds: replaced text must not stay in files for longer. */
const LONGEST_PAUSE_MS = 60 * 60_000;

interface Due {
  readonly at: number;
  readonly erase: boolean;
  readonly timer: NodeJS.Timeout;
}

/**
 * Maintains indexes in the background, as often as it is worth. A job that deletes erases before it ends, and a large job
 * maintains its indexes itself. On a large library, rewriting files after each small job would cost more than the job.
 */
export class IndexUpkeep {
  private readonly due = new Map<string, Due>();
  /** Earliest next upkeep of each collection, by the monotonic clock. */
  private readonly rested = new Map<string, number>();
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: IndexUpkeepOptions) {}

  /** Schedules one upkeep for all changes until then; later changes do not postpone it. */
  soon(collection: string, { erase, withinMs }: UpkeepRequest): void {
    if (this.closing.signal.aborted) return;
    const now = this.options.clock.monotonic();
    const at = withinMs === undefined ? Math.max(now + DELAY_MS, this.rested.get(collection) ?? now) : now + withinMs;
    const before = this.due.get(collection);
    clearTimeout(before?.timer);
    const next = Math.min(at, before?.at ?? at);
    const timer = setTimeout(() => {
      this.running = this.running.then(() => this.run(collection));
    }, next - now);
    // Upkeep missed at the end of the process is found at the next start.
    timer.unref();
    this.due.set(collection, { at: next, erase: erase || (before?.erase ?? false), timer });
  }

  /** Ends the upkeep in progress and starts no more. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const { timer } of this.due.values()) clearTimeout(timer);
    this.due.clear();
    await this.running;
  }

  private async run(collection: string): Promise<void> {
    const { clock, tend, onFailure } = this.options;
    const { signal } = this.closing;
    const due = this.due.get(collection);
    if (signal.aborted || !due) return;
    this.due.delete(collection);
    const start = clock.monotonic();
    try {
      await tend(collection, { erase: due.erase }, signal);
    } catch (error) {
      onFailure(collection, error);
    }
    const end = clock.monotonic();
    this.rested.set(collection, end + Math.min(LONGEST_PAUSE_MS, PAUSE_FACTOR * (end - start)));
  }
}
