import type { Clock, SessionStore } from '@arbiter/ports';

export interface RetentionSettings {
  /** Days after its last message that a session is kept, ≥ 1. */
  readonly days: number;
  /** Told of a run that failed; the next one is a day later. */
  readonly onFailure: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
/** Longest run, in milliseconds: beside it, questions are answered. */
const LONGEST_RUN_MS = 10 * 60_000;

/** Lets go of sessions that nobody has written in for days: when it is started, and every day from then on. */
export class SessionRetention {
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<number> | null = null;

  constructor(
    private readonly sessions: Pick<SessionStore, 'deleteOlderThan'>,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {}

  start(): void {
    const run = (): void => void this.run().catch(this.settings.onFailure);
    run();
    this.#timer ??= setInterval(run, DAY_MS).unref();
  }

  /** @returns how many sessions are gone; a run that is asked for while one is under way is that one */
  run(): Promise<number> {
    const before = new Date(this.clock.now() - this.settings.days * DAY_MS).toISOString();
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    this.#running ??= this.sessions.deleteOlderThan(before, signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves once no run is under way any more. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#running?.catch(() => undefined);
  }
}
