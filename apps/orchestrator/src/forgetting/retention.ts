import type { AnswerEventLog, AnswerRecordStore, Clock, SessionStore } from '@arbiter/ports';

export interface RetentionSettings {
  /** Days after its last message that a session is kept; 0 keeps it until it is deleted. */
  readonly sessionDays: number;
  /** Days that the record of an answer is kept; 0 keeps it whatever its age. */
  readonly answerDays: number;
  /** Records of answers that are kept, the newest; 0 keeps any number. */
  readonly answers: number;
  /** Told of a run that failed; the next one is an hour later. */
  readonly onFailure: (error: unknown) => void;
}

export interface RetentionPorts {
  readonly sessions: Pick<SessionStore, 'deleteOlderThan'>;
  /** Null where answers are not kept. */
  readonly answers: Pick<AnswerRecordStore, 'prune'> | null;
  /** Null where answers are not kept. */
  readonly events: Pick<AnswerEventLog, 'deleteWhere'> | null;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest run, in milliseconds: beside it, questions are answered. */
const LONGEST_RUN_MS = 10 * 60_000;

/** Lets go of sessions and answers that are too old or too many: when it is started, and every hour from then on. */
export class Retention {
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<number> | null = null;

  constructor(
    private readonly ports: RetentionPorts,
    private readonly settings: RetentionSettings,
  ) {}

  start(): void {
    const run = (): void => void this.run().catch(this.settings.onFailure);
    run();
    this.#timer ??= setInterval(run, HOUR_MS).unref();
  }

  /** @returns how many sessions and answers are gone; a run that is asked for while one is under way is that one */
  run(): Promise<number> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    this.#running ??= this.#letGo(signal).finally(() => {
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

  async #letGo(signal: AbortSignal): Promise<number> {
    const { sessions, answers, events } = this.ports;
    const { sessionDays, answerDays, answers: most } = this.settings;
    const oldestSession = this.#daysAgo(sessionDays);
    const before = this.#daysAgo(answerDays);
    const keep = most === 0 ? null : most;
    const gone = oldestSession === null ? 0 : await sessions.deleteOlderThan(oldestSession, signal);
    if (before !== null) await events?.deleteWhere(({ at }) => at < before, signal);
    if (!answers || (before === null && keep === null)) return gone;
    return gone + (await answers.prune({ before, keep }, signal));
  }

  /** Null for 0, which sets no limit. */
  #daysAgo(days: number): string | null {
    return days === 0 ? null : new Date(this.ports.clock.now() - days * DAY_MS).toISOString();
  }
}
