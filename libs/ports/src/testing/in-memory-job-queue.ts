import {
  ArbiterError,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  NO_COUNTS,
} from '@arbiter/contracts';
import { type Clock, timestampOf } from '../clock.js';
import type { JobOutcome, JobQueue, JobSelection, NewJob } from '../job-queue.js';
import { jobKey, selectJobs } from '../select-jobs.js';
import { answer } from './answer.js';

/** As many failures as the contract's IngestionJob holds. */
const FAILURES_KEPT = 1_000;

/** Jobs that end with the process; otherwise what a JobQueue promises. */
export class InMemoryJobQueue implements JobQueue {
  /** In order of submission. */
  readonly #jobs = new Map<string, IngestionJob>();
  readonly #cancellations = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(private readonly clock: Clock) {}

  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob> {
    return answer(signal, () => {
      this.#refuseWhenClosed();
      const wanted = jobKey(job);
      const equal = [...this.#jobs.values()].find((one) => one.state === 'queued' && jobKey(one) === wanted);
      if (equal) return structuredClone(equal);
      if (this.#jobs.has(job.id)) throw new ArbiterError('CONFLICT', `There is a job "${job.id}" already.`);
      const submitted = this.#keep({
        id: job.id,
        collection: job.collection,
        sources: structuredClone([...job.sources]),
        ...(job.language !== undefined && { language: job.language }),
        state: 'queued',
        attempts: 0,
        counts: NO_COUNTS,
        failures: [],
        error: null,
        createdAt: timestampOf(this.clock),
        startedAt: null,
        finishedAt: null,
      });
      this.#wake();
      return submitted;
    });
  }

  async claim(_workerId: string, signal: AbortSignal): Promise<IngestionJob | null> {
    while (!signal.aborted && !this.#closed) {
      const oldest = [...this.#jobs.values()].find(({ state }) => state === 'queued');
      if (oldest) {
        return this.#keep({
          ...oldest,
          state: 'running',
          attempts: oldest.attempts + 1,
          counts: NO_COUNTS,
          failures: [],
          startedAt: timestampOf(this.clock),
        });
      }
      await this.#change(signal);
    }
    return null;
  }

  progress(jobId: string, counts: IngestionCounts, failures: readonly IngestionFailure[]): Promise<void> {
    return answer(null, () => {
      const job = this.#running(jobId);
      this.#keep({ ...job, counts: { ...counts }, failures: structuredClone(failures.slice(0, FAILURES_KEPT)) });
    });
  }

  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob> {
    return answer(null, () => {
      const job = this.#running(jobId);
      return this.#end(job, outcome.state, outcome.state === 'failed' ? outcome.error : null);
    });
  }

  cancel(jobId: string): Promise<IngestionJob> {
    return answer(null, () => {
      const job = this.#known(jobId);
      if (job.state === 'queued') return this.#end(job, 'cancelled', null);
      if (job.state === 'running') this.#cancellations.add(jobId);
      return structuredClone(job);
    });
  }

  cancellationRequested(jobId: string): boolean {
    return this.#cancellations.has(jobId);
  }

  get(jobId: string): Promise<IngestionJob | null> {
    return answer(null, () => structuredClone(this.#jobs.get(jobId) ?? null));
  }

  list(selection: JobSelection): Promise<readonly IngestionJob[]> {
    return answer(null, () => structuredClone(selectJobs([...this.#jobs.values()], selection)));
  }

  close(): Promise<void> {
    return answer(null, () => {
      this.#closed = true;
      this.#wake();
    });
  }

  #keep(job: IngestionJob): IngestionJob {
    this.#jobs.set(job.id, job);
    return structuredClone(job);
  }

  #end(job: IngestionJob, state: JobOutcome['state'], error: string | null): IngestionJob {
    this.#cancellations.delete(job.id);
    const sources = job.sources.map((source) => (source.kind === 'inline' ? { ...source, content: '' } : source));
    return this.#keep({ ...job, sources, state, error, finishedAt: timestampOf(this.clock) });
  }

  #known(jobId: string): IngestionJob {
    this.#refuseWhenClosed();
    const job = this.#jobs.get(jobId);
    if (!job) throw new ArbiterError('NOT_FOUND', `There is no job "${jobId}".`);
    return job;
  }

  #running(jobId: string): IngestionJob {
    const job = this.#known(jobId);
    if (job.state !== 'running') throw new ArbiterError('CONFLICT', `Job "${jobId}" is ${job.state}, not running.`);
    return job;
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'The job queue is closed.');
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves at the next submission, at the end of the queue or of the signal. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
