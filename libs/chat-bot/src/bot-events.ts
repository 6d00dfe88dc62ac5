import type { Logger } from '@arbiter/platform';

/** What a vendor tells a bot. Each event is worked on by itself, and a failure of one is logged. */
export abstract class BotEvents {
  private readonly running = new Set<Promise<void>>();

  constructor(protected readonly logger: Logger) {}

  /** Returns once all events that have come in are worked on. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  protected work(task: Promise<void>): void {
    const settled = task
      .catch((error: unknown) => this.logger.warn({ err: error }, 'a message could not be answered'))
      .finally(() => this.running.delete(settled));
    this.running.add(settled);
  }
}
