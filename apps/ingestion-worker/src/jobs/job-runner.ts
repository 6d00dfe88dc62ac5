import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock, type JobQueue } from '@arbiter/ports';
import type { RunProgress } from '../pipeline/run-progress.js';
import { JobAttempt, type ExecuteJob, type JobAttemptPorts, type JobRunnerLog } from './job-attempt.js';
import { WorkSlots, type WorkSlot } from './work-slots.js';

export interface JobRunnerOptions {
  /** Name of the worker in the queue's log. */
  readonly workerId: string;
  /** Jobs that run at once, ≥ 1. */
  readonly concurrency: number;
  /** How long a job runs while others wait for their turn, in milliseconds. Default 10 s. */
  readonly sliceMs?: number;
  readonly clock?: Pick<Clock, 'monotonic'>;
  /** How long a job waits for an absent store or model before it fails, in milliseconds, ≥ 0. */
  readonly maxOutageMs: number;
  /** As in {@link JobAttemptPorts}. Default: there is nothing to remove. */
  readonly abandon?: JobAttemptPorts['abandon'];
  /** As in {@link JobAttemptPorts}, for metrics. */
  readonly onEnded?: JobAttemptPorts['onEnded'];
}

/** Pause after a claim that failed because the queue is away, in milliseconds. */
const CLAIM_AGAIN_MS = 1_000;
/** Our choice: no job waits for minutes, and a turn costs one claim, a hundredth of a slice. */
const SLICE_MS = 10_000;
/** How long a claim may take while started jobs wait for the slot, in milliseconds. */
const CLAIM_BETWEEN_MS = 100;
/**
 * Most started jobs beyond those that run. Each keeps its list of documents in memory. As many again may be started of tenants
 * that have none.
 */
const PAUSED_JOBS = 16;

/**
 * Takes jobs from the queue, several at once and in turns, until it is stopped. A tenant that has none running waits for no end
 * of another's: its job is started beyond the slots, where there are several.
 */
export class JobRunner {
  private readonly stopping = new AbortController();
  private loop: Promise<unknown> | null = null;
  private readonly running = new Map<string, JobAttempt>();
  /** Jobs that have been started, each with its tenant. */
  private readonly attempts = new Map<Promise<void>, string>();
  private readonly slots: WorkSlots;

  constructor(
    private readonly queue: JobQueue,
    private readonly execute: ExecuteJob,
    private readonly options: JobRunnerOptions,
    private readonly log: JobRunnerLog,
  ) {
    const { concurrency, sliceMs = SLICE_MS, clock = SYSTEM_CLOCK } = options;
    this.slots = new WorkSlots(concurrency, sliceMs, () => clock.monotonic());
  }

  start(): void {
    this.loop ??= Promise.all([this.run(), this.runOthers()]);
  }

  /** Ends after the steps in progress. An unfinished job returns to the queue. */
  async stop(): Promise<void> {
    this.stopping.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.loop;
    await Promise.all(this.attempts.keys());
  }

  /** Progress of a job of this worker; null for other jobs. */
  progressOf(jobId: string): RunProgress | null {
    return this.running.get(jobId)?.progress ?? null;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let isAway = false;
    while (!this.isStopping()) {
      const slot = await this.freeSlot();
      if (!slot) return;
      try {
        const job = await this.claim(signal);
        if (isAway) this.log.info({}, 'the job queue answers again');
        isAway = false;
        if (job) this.begin(job, slot);
        else slot.release();
      } catch (error) {
        slot.release();
        if (this.isStopping()) return;
        // Logged once, however long the queue stays away.
        if (!isAway) this.log.error({ err: error }, 'the job queue does not answer');
        isAway = true;
        await delay(CLAIM_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Starts jobs of tenants that have none started while jobs of others hold all slots. */
  private async runOthers(): Promise<void> {
    const { signal } = this.stopping;
    while (!this.isStopping()) {
      const until = AbortSignal.any([signal, this.slots.change]);
      if (this.slots.mayExceed && this.attempts.size < this.mostStarted + PAUSED_JOBS) {
        try {
          const job = await this.queue.claim(this.options.workerId, until, new Set(this.attempts.values()));
          if (job) this.begin(job, this.slots.exceed());
        } catch {
          // The other loop logs that the queue is away.
          await delay(CLAIM_AGAIN_MS, undefined, { signal }).catch(() => undefined);
        }
      } else await aborted(until);
    }
  }

  private get mostStarted(): number {
    return this.options.concurrency + PAUSED_JOBS;
  }

  /** @returns null once the worker stops */
  private async freeSlot(): Promise<WorkSlot | null> {
    // The first job to end makes room; until then the started jobs share the slots.
    while (this.attempts.size >= this.mostStarted + PAUSED_JOBS) await Promise.race(this.attempts.keys());
    return this.slots.acquire(this.stopping.signal).catch(() => null);
  }

  /** Limits the wait, so that started jobs keep their slot instead of waiting for a job that may never come. */
  private claim(signal: AbortSignal): Promise<IngestionJob | null> {
    const until = this.slots.isWanted ? AbortSignal.any([signal, AbortSignal.timeout(CLAIM_BETWEEN_MS)]) : signal;
    const isFull = this.attempts.size >= this.mostStarted;
    return this.queue.claim(this.options.workerId, until, isFull ? new Set(this.attempts.values()) : undefined);
  }

  private begin(job: IngestionJob, slot: WorkSlot): void {
    const attempt = this.work(job, slot).finally(() => {
      this.attempts.delete(attempt);
      slot.release();
    });
    this.attempts.set(attempt, job.tenant);
    slot.holdFor(job.tenant);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async work(job: IngestionJob, slot: WorkSlot): Promise<void> {
    const { queue, execute, log } = this;
    const { maxOutageMs, abandon = () => Promise.resolve(), onEnded } = this.options;
    const told = onEnded && { onEnded };
    const attempt = new JobAttempt(job, { queue, execute, abandon, log, maxOutageMs, slot, ...told });
    this.running.set(job.id, attempt);
    try {
      await attempt.run(this.stopping.signal);
    } finally {
      this.running.delete(job.id);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
