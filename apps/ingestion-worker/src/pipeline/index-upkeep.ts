import type { Clock } from '@arbiter/ports';

export interface IndexUpkeepOptions {
  /**
   * Looks after the indexes of a collection: with `erase`, nothing of what was deleted or replaced is left in their files; without,
   * they are indexed and compacted if that is worth what it costs.
   */
  readonly tend: (collection: string, options: { readonly erase: boolean }, signal: AbortSignal) => Promise<void>;
  /** Told of upkeep that broke off, also by `close`; what is left is found the next time. Must not throw. */
  readonly onFailure: (collection: string, error: unknown) => void;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface UpkeepRequest {
  /** Whether something was deleted or replaced. */
  readonly erase: boolean;
  /** From now, in milliseconds; absent: with other changes, when its cost allows. */
  readonly withinMs?: number;
}

/** After a change, in milliseconds: changes seldom come alone, and upkeep rewrites files as a whole. */
const DELAY_MS = 60_000;
/** The pause after an upkeep, in times of what it took: a collection is looked after for a fiftieth of the time at most. */
const PAUSE_FACTOR = 50;
/** Longest such pause, in milliseconds: what was replaced is not to lie in files for longer. */
const LONGEST_PAUSE_MS = 60 * 60_000;

interface Due {
  readonly at: number;
  readonly erase: boolean;
  readonly timer: NodeJS.Timeout;
}

/**
 * Looks after indexes in the background, as often as it is worth. A job that deletes erases before it ends, and one that writes much
 * looks after its indexes itself; to rewrite files after each small one would cost a large library more than the job.
 */
export class IndexUpkeep {
  private readonly due = new Map<string, Due>();
  /** When a collection may be looked after again, by the monotonic clock. */
  private readonly rested = new Map<string, number>();
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: IndexUpkeepOptions) {}

  /** Once for all changes until then; later ones do not put it off. */
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
    // What was not done when the process ends is looked for when the next one begins.
    timer.unref();
    this.due.set(collection, { at: next, erase: erase || (before?.erase ?? false), timer });
  }

  /** Ends what is under way, and begins nothing more. */
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
