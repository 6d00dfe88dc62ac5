import { setTimeout as delay } from 'node:timers/promises';

/** When a vendor lets a message be edited again. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';

  /** @param retryAfterMs as the vendor says */
  constructor(readonly retryAfterMs: number) {
    super(`limited for ${retryAfterMs} ms`);
  }
}

export interface PaceOptions {
  /** Between the starts of two edits, in milliseconds. */
  readonly intervalMs: number;
  /** Told of an edit that failed; the next one goes on. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Edits of one message, at most one in an interval and one at a time. An edit that has to wait gives way to a later one. A
 * {@link RateLimited} edit is tried again when the vendor allows it, unless there is a later one.
 */
export class Pace {
  private next: (() => Promise<void>) | undefined;
  private running: Promise<void> | undefined;
  private closed = false;
  /** Interrupts a wait: the last edit does not wait for the interval. */
  private readonly hurry = new AbortController();

  constructor(private readonly options: PaceOptions) {}

  push(edit: () => Promise<void>): void {
    if (this.closed) return;
    this.next = edit;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Takes no further edit, drops one that waits, and returns once the one on its way has arrived. */
  async close(): Promise<void> {
    this.closed = true;
    this.next = undefined;
    this.hurry.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.next !== undefined) {
      const edit = this.next;
      this.next = undefined;
      let waitMs = this.options.intervalMs;
      try {
        await edit();
      } catch (error) {
        if (error instanceof RateLimited) {
          waitMs = Math.max(waitMs, error.retryAfterMs);
          if (!this.closed) this.next ??= edit;
        } else this.options.onFailure(error);
      }
      await delay(waitMs, undefined, { signal: this.hurry.signal }).catch(() => undefined);
    }
  }
}
