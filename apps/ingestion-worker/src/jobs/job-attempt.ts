import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type ErrorCode, type IngestionJob } from '@arbiter/contracts';
import { hasStored, type JobOutcome, type JobQueue } from '@arbiter/ports';
import type { RunProgress } from '../pipeline/run-progress.js';
import type { WorkSlot } from './work-slots.js';

/** Runs one job to its end. */
export type ExecuteJob = (
  job: IngestionJob,
  report: (progress: RunProgress) => void,
  signal: AbortSignal,
  /** To be awaited before each document: others may have their turn first. Rejects with the signal's reason. */
  turn: () => Promise<void>,
) => Promise<RunProgress>;

export interface JobRunnerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobAttemptPorts {
  readonly queue: JobQueue;
  readonly execute: ExecuteJob;
  /** Takes away what a job has left behind that was cancelled, or has failed: nobody goes on with it. */
  readonly abandon: (job: IngestionJob, signal: AbortSignal) => Promise<void>;
  readonly log: JobRunnerLog;
  /** How long a store or model may be away before the job fails, in milliseconds. */
  readonly maxOutageMs: number;
  readonly slot: Pick<WorkSlot, 'turn'>;
}

/** How often a running job shows that it lives, writes down its progress and asks whether to stop, in milliseconds. */
const TICK_MS = 200;
/** Pauses before a job goes on after a store was away, in milliseconds: the first, doubled up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** What taking away a job's leavings may take, in milliseconds. */
const ABANDON_TIMEOUT_MS = 10_000;
/** Tries to write down how a job ended, while the queue is away. */
const MOST_ENDINGS = 5;
/** What goes by itself: a server that starts anew, one with too much to do. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'RATE_LIMITED']);

/** One start of a claimed job: what it does until the job ends, is given back, or is another worker's. */
export class JobAttempt {
  private readonly cancelling = new AbortController();
  /** Aborted when the queue has given the job to somebody else. */
  private readonly losing = new AbortController();
  private latest: RunProgress | null = null;
  private unwritten = false;
  private ticking: Promise<void> | null = null;

  constructor(
    private readonly job: IngestionJob,
    private readonly ports: JobAttemptPorts,
  ) {}

  get progress(): RunProgress | null {
    return this.latest;
  }

  /** Never rejects for what the job does; @param stopping ends it in an orderly way, to be gone on with later */
  async run(stopping: AbortSignal): Promise<void> {
    const { job, ports } = this;
    const signal = AbortSignal.any([stopping, this.cancelling.signal, this.losing.signal]);
    ports.log.info({ jobId: job.id, collection: job.collection, attempt: job.attempts }, 'job started');
    const timer = setInterval(() => {
      this.ticking ??= this.tick().finally(() => (this.ticking = null));
    }, TICK_MS);
    let outcome: JobOutcome | null = null;
    try {
      const final = await this.executePatiently(signal);
      this.take(final);
      outcome = { state: final.counts.failed > 0 ? 'completed_with_errors' : 'succeeded' };
    } catch (error) {
      if (!stopping.aborted) outcome = this.outcomeOf(error);
    }
    clearInterval(timer);
    await this.ticking;
    if (this.losing.signal.aborted) {
      ports.log.warn({ jobId: job.id }, 'job was given to another worker, which goes on with it');
      return;
    }
    if (outcome?.state === 'cancelled' || outcome?.state === 'failed') await this.abandon();
    await this.end(outcome);
    ports.log.info({ jobId: job.id, state: outcome?.state ?? 'interrupted', counts: this.latest?.counts }, 'job ended');
  }

  /** While the job still holds its collection. What cannot be taken away now is found by the next job. */
  private async abandon(): Promise<void> {
    try {
      await this.ports.abandon(this.job, AbortSignal.timeout(ABANDON_TIMEOUT_MS));
    } catch (error) {
      this.ports.log.warn({ jobId: this.job.id, err: error }, 'what the job left behind could not be taken away yet');
    }
  }

  /** Starts anew what broke off because a store or model was away: what is stored is unchanged to the next try. */
  private async executePatiently(signal: AbortSignal): Promise<RunProgress> {
    const { execute, log, maxOutageMs, slot } = this.ports;
    let waited = 0;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      this.latest = null;
      try {
        return await execute(
          this.job,
          (progress) => this.take(progress),
          signal,
          () => slot.turn(signal),
        );
      } catch (thrown) {
        const error = ArbiterError.from(thrown);
        if (signal.aborted || !PASSING.has(error.code)) throw thrown;
        if (this.hasGotFurther()) [waited, pause] = [0, FIRST_PAUSE_MS];
        if (waited + pause > maxOutageMs) throw thrown;
        waited += pause;
        log.warn({ jobId: this.job.id, code: error.code, reason: error.message, pauseMs: pause }, 'job waits');
        await delay(pause, undefined, { signal });
        await slot.turn(signal);
      }
    }
  }

  private hasGotFurther(): boolean {
    return this.latest !== null && hasStored(this.latest.counts);
  }

  private take(progress: RunProgress): void {
    this.latest = progress;
    this.unwritten = true;
  }

  private async tick(): Promise<void> {
    const { queue } = this.ports;
    try {
      if ((await queue.heartbeat(this.job.id)) === 'cancel') {
        this.cancelling.abort(new ArbiterError('CANCELLED', 'The job was cancelled.'));
      }
      await this.write();
    } catch (error) {
      // A queue that is away may be back before it holds the job for lost; it says so itself.
      if (isLost(error)) this.losing.abort(new ArbiterError('CANCELLED', 'The job is another worker’s by now.'));
    }
  }

  private async write(): Promise<void> {
    if (!this.latest || !this.unwritten) return;
    this.unwritten = false;
    await this.ports.queue.progress(this.job.id, this.latest.counts, this.latest.failures, this.latest.warnings);
  }

  /** @param outcome null for a job that is to go on later */
  private async end(outcome: JobOutcome | null): Promise<void> {
    const { queue, log } = this.ports;
    for (let tries = 1; ; tries += 1) {
      try {
        if (this.latest)
          await queue.progress(this.job.id, this.latest.counts, this.latest.failures, this.latest.warnings);
        await (outcome ? queue.finish(this.job.id, outcome) : queue.release(this.job.id));
        return;
      } catch (error) {
        if (isLost(error)) return;
        // The queue gives the job out again, and its next attempt finds nothing left to do.
        if (outcome === null || tries === MOST_ENDINGS) {
          log.error({ jobId: this.job.id, err: error }, 'the end of the job could not be written down');
          return;
        }
        await delay(FIRST_PAUSE_MS * 2 ** tries);
      }
    }
  }

  private outcomeOf(thrown: unknown): JobOutcome {
    if (this.cancelling.signal.aborted) return { state: 'cancelled' };
    const error = ArbiterError.from(thrown);
    this.ports.log.error({ jobId: this.job.id, code: error.code, err: error.cause ?? error }, 'job failed');
    return { state: 'failed', error: error.message };
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ArbiterError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND');
}
