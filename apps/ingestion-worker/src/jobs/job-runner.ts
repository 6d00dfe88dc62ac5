import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import type { JobQueue } from '@arbiter/ports';
import type { RunProgress } from '../pipeline/ingestion-run.js';
import { JobAttempt, type ExecuteJob, type JobAttemptPorts, type JobRunnerLog } from './job-attempt.js';

export interface JobRunnerOptions {
  /** As the queue's log names the worker. */
  readonly workerId: string;
  /** Jobs that run at once, ≥ 1. */
  readonly concurrency: number;
  /** How long a job waits for a store or model that is away before it fails, in milliseconds, ≥ 0. */
  readonly patienceMs: number;
  /** As {@link JobAttemptPorts} has it. Default: there is nothing to take away. */
  readonly abandon?: JobAttemptPorts['abandon'];
}

/** Pause after a claim that the queue could not answer, in milliseconds: it is away. */
const CLAIM_AGAIN_MS = 1_000;

/** Takes jobs from the queue, several at once, until it is stopped. */
export class JobRunner {
  private readonly stopping = new AbortController();
  private loops: Promise<unknown> | null = null;
  private readonly running = new Map<string, JobAttempt>();

  constructor(
    private readonly queue: JobQueue,
    private readonly execute: ExecuteJob,
    private readonly options: JobRunnerOptions,
    private readonly log: JobRunnerLog,
  ) {}

  start(): void {
    this.loops ??= Promise.all(Array.from({ length: this.options.concurrency }, () => this.run()));
  }

  /** Ends after the steps in progress. A job that is cut short goes back into the queue. */
  async stop(): Promise<void> {
    this.stopping.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.loops;
  }

  /** How far a job of this worker is; null for other jobs. */
  progressOf(jobId: string): RunProgress | null {
    return this.running.get(jobId)?.progress ?? null;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let isAway = false;
    while (!this.isStopping()) {
      try {
        const job = await this.queue.claim(this.options.workerId, signal);
        if (isAway) this.log.info({}, 'the job queue answers again');
        isAway = false;
        if (job) await this.work(job);
      } catch (error) {
        if (this.isStopping()) return;
        // Said once, however long it stays away.
        if (!isAway) this.log.error({ err: error }, 'the job queue does not answer');
        isAway = true;
        await delay(CLAIM_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async work(job: IngestionJob): Promise<void> {
    const { queue, execute, log } = this;
    const { patienceMs, abandon = () => Promise.resolve() } = this.options;
    const attempt = new JobAttempt(job, { queue, execute, abandon, log, patienceMs });
    this.running.set(job.id, attempt);
    try {
      await attempt.run(this.stopping.signal);
    } finally {
      this.running.delete(job.id);
    }
  }
}
