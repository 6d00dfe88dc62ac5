export interface BackgroundEraserOptions {
  /** Leaves nothing of what was deleted or replaced in the files of a collection's indexes. */
  readonly erase: (collection: string, signal: AbortSignal) => Promise<void>;
  /** Told of an erasure that broke off, also by `close`; what is left is found the next time. Must not throw. */
  readonly onFailure: (collection: string, error: unknown) => void;
}

/** After a change, in milliseconds: changes seldom come alone, and each erasure rewrites files. */
const DELAY_MS = 60_000;

/**
 * Erases in the background what changed documents said before. Deleted documents are erased before their job ends; to
 * rewrite files after each edit would cost a large library more than the edit.
 */
export class BackgroundEraser {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: BackgroundEraserOptions) {}

  /** Once for all changes that come within the time. @param delayMs until then, in milliseconds */
  soon(collection: string, delayMs = DELAY_MS): void {
    if (this.closing.signal.aborted) return;
    clearTimeout(this.timers.get(collection));
    const timer = setTimeout(() => {
      this.timers.delete(collection);
      this.running = this.running.then(() => this.run(collection));
    }, delayMs);
    // What is not erased when the process ends is looked for when the next one begins.
    timer.unref();
    this.timers.set(collection, timer);
  }

  /** Ends what is under way, and begins nothing more. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await this.running;
  }

  private async run(collection: string): Promise<void> {
    const { signal } = this.closing;
    if (signal.aborted) return;
    try {
      await this.options.erase(collection, signal);
    } catch (error) {
      this.options.onFailure(collection, error);
    }
  }
}
