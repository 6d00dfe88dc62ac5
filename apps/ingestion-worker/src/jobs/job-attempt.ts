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
  /** Awaited before each document, so that other jobs may have their turn. Rejects with the signal's reason. */
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
  /** Removes the leftovers of a cancelled or failed job, because no attempt will continue it. */
  readonly abandon: (job: IngestionJob, signal: AbortSignal) => Promise<void>;
  readonly log: JobRunnerLog;
  /** Told of the job as the queue has it after its end. */
  readonly onEnded?: (job: IngestionJob) => void;
  /** How long a store or model may be away before the job fails, in milliseconds. */
  readonly maxOutageMs: number;
  readonly slot: Pick<WorkSlot, 'turn'>;
}

/** Interval at which a running job sends a heartbeat, writes its progress and checks for cancellation, in milliseconds. */
const TICK_MS = 200;
/** First pause before a job is retried after a store was away, in milliseconds. It doubles up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Time limit for removing a job's leftovers, in milliseconds. */
const ABANDON_TIMEOUT_MS = 10_000;
/** Attempts to write how a job ended, while the queue is away. */
const MOST_ENDINGS = 5;
/** Transient errors: the server restarts or is overloaded. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'RATE_LIMITED']);

/** One attempt at a claimed job, until the job ends, returns to the queue, or passes to another worker. */
export class JobAttempt {
  private readonly cancelling = new AbortController();
  /** Aborted when the queue has given the job to another worker. */
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

  /** Never rejects for an error of the job. @param stopping ends the attempt in an orderly way; the job can continue later */
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

  /** Runs while the job still holds its collection. The next job finds leftovers that cannot be removed now. */
  private async abandon(): Promise<void> {
    try {
      await this.ports.abandon(this.job, AbortSignal.timeout(ABANDON_TIMEOUT_MS));
    } catch (error) {
      this.ports.log.warn({ jobId: this.job.id, err: error }, 'what the job left behind could not be taken away yet');
    }
  }

  /** Retries work that broke off because a store or model was away. The retry sees stored documents as unchanged. */
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
      // The queue may return before it counts the job as lost; it reports a lost job itself.
      if (isLost(error)) this.losing.abort(new ArbiterError('CANCELLED', 'The job is another worker’s by now.'));
    }
  }

  private async write(): Promise<void> {
    if (!this.latest || !this.unwritten) return;
    this.unwritten = false;
    await this.ports.queue.progress(this.job.id, this.latest.counts, this.latest.failures, this.latest);
  }

  /** @param outcome null for a job that continues later */
  private async end(outcome: JobOutcome | null): Promise<void> {
    const { queue, log } = this.ports;
    for (let tries = 1; ; tries += 1) {
      try {
        if (this.latest) await queue.progress(this.job.id, this.latest.counts, this.latest.failures, this.latest);
        if (outcome) {
          const ended = await queue.finish(this.job.id, outcome);
          this.ports.onEnded?.(ended);
        } else await queue.release(this.job.id);
        return;
      } catch (error) {
        if (isLost(error)) return;
        // The queue gives the job out again, and the next attempt finds nothing left to do.
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
