import { setTimeout as delay } from 'node:timers/promises';

/**
 * Edits of one message, at most one in an interval and one at a time. An edit that has to wait gives way to a later one. The
 * vendors' libraries wait by themselves where their vendor limits an edit.
 */
export class Pace {
  private next: (() => Promise<void>) | undefined;
  private running: Promise<void> | undefined;
  /** Interrupts a wait: the last edit does not wait for the interval. */
  private readonly closed = new AbortController();

  /**
   * @param intervalMs between the end of an edit and the start of the next
   * @param onFailure told of an edit that failed; the next one goes on
   */
  constructor(
    private readonly intervalMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  push(edit: () => Promise<void>): void {
    if (this.closed.signal.aborted) return;
    this.next = edit;
    this.running ??= this.run();
  }

  /** Takes no further edit, drops one that waits, and returns once the one on its way has arrived. */
  async close(): Promise<void> {
    this.next = undefined;
    this.closed.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    for (let edit = this.next; edit; edit = this.next) {
      this.next = undefined;
      await edit().catch(this.onFailure);
      await delay(this.intervalMs, undefined, { signal: this.closed.signal }).catch(() => undefined);
    }
    this.running = undefined;
  }
}
