import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import type { JobOutcome, JobQueue } from '@arbiter/ports';
import type { RunProgress } from '../pipeline/ingestion-run.js';

/** Runs one job to its end. */
export type ExecuteJob = (
  job: IngestionJob,
  report: (progress: RunProgress) => void,
  signal: AbortSignal,
) => Promise<RunProgress>;

export interface JobRunnerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How often a running job's progress is written down and its cancellation looked for, in milliseconds. */
const PROGRESS_INTERVAL_MS = 200;

/** Takes jobs from the queue one after the other until it is stopped. */
export class JobRunner {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | null = null;
  private readonly currents = new Map<string, string | null>();

  constructor(
    private readonly queue: JobQueue,
    private readonly execute: ExecuteJob,
    private readonly workerId: string,
    private readonly log: JobRunnerLog,
  ) {}

  start(): void {
    this.loop ??= this.run();
  }

  /** Ends after the step in progress. A job that is cut short stays `running` in the queue and is given out again. */
  async stop(): Promise<void> {
    this.stopping.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.loop;
  }

  /** The document that a job of this worker is reading; null between documents and for other jobs. */
  currentOf(jobId: string): string | null {
    return this.currents.get(jobId) ?? null;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const job = await this.queue.claim(this.workerId, signal);
      if (job) await this.work(job, signal);
    }
  }

  private async work(job: IngestionJob, stopping: AbortSignal): Promise<void> {
    const cancelling = new AbortController();
    const signal = AbortSignal.any([stopping, cancelling.signal]);
    let latest: RunProgress | null = null;
    let written: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      if (this.queue.cancellationRequested(job.id)) {
        cancelling.abort(new ArbiterError('CANCELLED', 'The job was cancelled.'));
      }
      if (!latest) return;
      const { counts, failures } = latest;
      latest = null;
      written = written.then(() => this.queue.progress(job.id, counts, failures)).catch(() => undefined);
    }, PROGRESS_INTERVAL_MS);

    this.log.info({ jobId: job.id, collection: job.collection, attempt: job.attempts }, 'job started');
    let final: RunProgress | null = null;
    let outcome: JobOutcome | null;
    try {
      final = await this.execute(
        job,
        (progress) => {
          latest = final = progress;
          this.currents.set(job.id, progress.current);
        },
        signal,
      );
      outcome = { state: 'succeeded' };
    } catch (error) {
      outcome = stopping.aborted ? null : this.outcomeOf(job, error, cancelling.signal);
    }
    clearInterval(timer);
    this.currents.delete(job.id);
    await written;
    if (final) await this.queue.progress(job.id, final.counts, final.failures);
    if (outcome) await this.queue.finish(job.id, outcome);
    this.log.info({ jobId: job.id, state: outcome?.state ?? 'interrupted', counts: final?.counts }, 'job ended');
  }

  private outcomeOf(job: IngestionJob, thrown: unknown, cancelled: AbortSignal): JobOutcome {
    if (cancelled.aborted) return { state: 'cancelled' };
    const error = ArbiterError.from(thrown);
    this.log.error({ jobId: job.id, code: error.code, err: error.cause ?? error }, 'job failed');
    return { state: 'failed', error: error.message };
  }
}
