import { ArbiterError, type IngestionCounts, type IngestionFailure, type IngestionJob } from '@arbiter/contracts';
import {
  assertRoom,
  type Clock,
  deadLetterReason,
  DEFAULT_MAX_DELIVERIES,
  DEFAULT_QUEUE_LIMITS,
  hasEnded,
  hasStored,
  type JobOutcome,
  type JobRemarks,
  type JobQueue,
  type JobSelection,
  type NewJob,
  nextJob,
  type QueueLimits,
  retriedJob,
  selectJobs,
  TenantTurns,
  timestampOf,
  withoutContent,
} from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { Serial } from '../line-files.js';
import { ENDED_JOBS_KEPT, holdsContent, type JobEvent, JobLedger } from './job-ledger.js';
import { JobLog, type WarningListener } from './job-log.js';

const COMPACT_ABOVE_BYTES = 1024 * 1024;

export interface JobQueueOptions {
  /** Open for writing. */
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly onWarning?: WarningListener;
  /** Ended jobs that can still be looked up, ≥ 0. */
  readonly endedJobsKept?: number;
  /** Workers that may die over a job before it is given up, ≥ 1. */
  readonly maxDeliveries?: number;
  /** Default: {@link DEFAULT_QUEUE_LIMITS}. */
  readonly limits?: QueueLimits;
  /** Size of the log from which on it is compacted, in bytes. */
  readonly compactAboveBytes?: number;
}

/** Jobs in a write-ahead log (`JobLog`), one instance per data directory. Every step but progress is on the disk before it is answered. */
export class FilesystemJobQueue implements JobQueue {
  readonly #steps = new Serial();
  readonly #turns = new TenantTurns();
  readonly #waiting = new Set<() => void>();
  #closed = false;
  /** Size of the log after its last compaction. */
  #compactSize = 0;
  /** Whether the log still holds inline content of jobs that have ended. */
  #holdsEndedContent = false;

  private constructor(
    private readonly ledger: JobLedger,
    private readonly log: JobLog,
    private readonly options: Required<JobQueueOptions>,
  ) {}

  /**
   * Replays the log. Jobs that a dead process left running are queued again, cancelled when they had been asked to stop,
   * or given up after the last of `maxDeliveries`.
   *
   * @throws ArbiterError UNAVAILABLE when the log cannot be read or written
   */
  static async open(given: JobQueueOptions): Promise<FilesystemJobQueue> {
    const options = {
      onWarning: () => undefined,
      endedJobsKept: ENDED_JOBS_KEPT,
      maxDeliveries: DEFAULT_MAX_DELIVERIES,
      limits: DEFAULT_QUEUE_LIMITS,
      compactAboveBytes: COMPACT_ABOVE_BYTES,
      ...given,
    };
    const ledger = new JobLedger(options.endedJobsKept);
    let endedContent = false;
    const log = await JobLog.open(
      options.directory,
      (event) => {
        if (event.type === 'ended') endedContent ||= holdsContent(ledger.get(event.id));
        return ledger.apply(event);
      },
      options.onWarning,
    );
    const queue = new FilesystemJobQueue(ledger, log, options);
    queue.#holdsEndedContent = endedContent;
    for (const job of ledger.requeueRunning(options.maxDeliveries)) await queue.#giveUp(job);
    await queue.#compactIfWorthwhile();
    return queue;
  }

  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob> {
    return this.#step(async () => {
      signal.throwIfAborted();
      const equal = this.ledger.queuedEqual(job);
      if (equal) return shown(equal);
      if (this.ledger.get(job.id)) {
        throw new ArbiterError('CONFLICT', `There is a job "${job.id}" already.`, { details: { jobId: job.id } });
      }
      assertRoom(this.ledger.queued(), job, this.options.limits);
      const { id, collection, sources, reindex, language, maxCost, tenant } = job;
      const submitted = { id, collection, sources: [...sources], reindex, language, maxCost, tenant };
      await this.#record({ type: 'submitted', at: this.#now(), job: submitted });
      this.#wake();
      return this.#answer(id);
    });
  }

  async claim(workerId: string, signal: AbortSignal, except?: ReadonlySet<string>): Promise<IngestionJob | null> {
    while (!signal.aborted && !this.#closed) {
      const next = await this.#steps.run(async () => {
        const job = await this.#claimNext(workerId, signal, except);
        // Listening begins within the step, so that no submission falls between looking and listening.
        return job ?? { change: this.#change(signal) };
      });
      if (!('change' in next)) return next;
      await next.change;
    }
    return null;
  }

  async heartbeat(jobId: string): Promise<'continue' | 'cancel'> {
    return this.#step(() => {
      this.ledger.running(jobId);
      return Promise.resolve(this.ledger.cancelRequested(jobId) ? 'cancel' : 'continue');
    });
  }

  async progress(
    jobId: string,
    counts: IngestionCounts,
    failures: readonly IngestionFailure[],
    remarks?: JobRemarks,
  ): Promise<void> {
    await this.#step(async () => {
      this.ledger.setProgress(jobId, counts, failures, remarks);
      if (hasStored(counts) && this.ledger.deaths(jobId) > 0) {
        await this.#record({ type: 'gotFurther', at: this.#now(), id: jobId });
      }
    });
  }

  async release(jobId: string): Promise<void> {
    await this.#step(async () => {
      const job = this.ledger.running(jobId);
      if (this.ledger.cancelRequested(jobId)) await this.#end(job, 'cancelled', null);
      else await this.#record({ type: 'released', at: this.#now(), id: jobId });
      this.#wake();
    });
  }

  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob> {
    return this.#step(() =>
      this.#end(this.ledger.running(jobId), outcome.state, outcome.state === 'failed' ? outcome.error : null),
    );
  }

  cancel(jobId: string): Promise<IngestionJob> {
    return this.#step(async () => {
      const job = this.ledger.known(jobId);
      if (job.state === 'queued') return this.#end(job, 'cancelled', null);
      if (job.state === 'running' && !this.ledger.cancelRequested(jobId)) {
        await this.#record({ type: 'cancelRequested', at: this.#now(), id: jobId });
      }
      return this.#answer(jobId);
    });
  }

  retry(jobId: string): Promise<IngestionJob> {
    return this.#step(async () => {
      const job = this.ledger.known(jobId);
      if (hasEnded(job)) {
        // Refuses what cannot be done before it is written down.
        retriedJob(job);
        assertRoom(this.ledger.queued(), job, this.options.limits);
        await this.#record({ type: 'retried', at: this.#now(), id: jobId });
        this.#wake();
      }
      return this.#answer(jobId);
    });
  }

  async get(jobId: string): Promise<IngestionJob | null> {
    const job = this.ledger.get(jobId);
    return Promise.resolve(job && shown(job));
  }

  async list(selection: JobSelection): Promise<readonly IngestionJob[]> {
    return Promise.resolve(selectJobs(this.ledger.jobs(), selection).map(shown));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake();
    await this.#steps.run(() => this.log.close());
  }

  #step<T>(step: () => Promise<T>): Promise<T> {
    return this.#steps.run(async () => {
      if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'The job queue is closed.');
      return step();
    });
  }

  async #claimNext(worker: string, signal: AbortSignal, except?: ReadonlySet<string>): Promise<IngestionJob | null> {
    const next = nextJob(this.ledger.jobs(), this.#turns, except);
    if (!next || signal.aborted || this.#closed) return null;
    await this.#record({ type: 'claimed', at: this.#now(), id: next.id, worker });
    this.#turns.took(next.tenant);
    return structuredClone(this.ledger.known(next.id));
  }

  /** Ends a job that its dead worker left running and that is not queued again. */
  #giveUp(job: IngestionJob): Promise<IngestionJob> {
    return this.ledger.cancelRequested(job.id)
      ? this.#end(job, 'cancelled', null)
      : this.#end(job, 'dead_lettered', deadLetterReason(this.ledger.deaths(job.id), job));
  }

  async #end(
    job: IngestionJob,
    state: JobOutcome['state'] | 'dead_lettered',
    error: string | null,
  ): Promise<IngestionJob> {
    const { id, counts, failures, warnings, leftOut } = job;
    const before = holdsContent(job);
    await this.#record({ type: 'ended', at: this.#now(), id, state, error, counts, failures, warnings, leftOut });
    this.#holdsEndedContent ||= before;
    const ended = structuredClone(this.ledger.get(id));
    await this.#compactIfWorthwhile();
    // Its collection is free for the next one.
    this.#wake();
    // With no ended jobs kept it is forgotten by now.
    return ended ?? { ...job, state, error, finishedAt: this.#now() };
  }

  /** First the disk, then the memory: what could not be written has not happened. */
  async #record(event: JobEvent): Promise<void> {
    await this.log.append(event);
    this.ledger.apply(event);
  }

  /**
   * A log that holds content of ended jobs is compacted as soon as no job is under way, any log once it has doubled.
   * Failing is no harm: the longer log says the same.
   */
  async #compactIfWorthwhile(): Promise<void> {
    const idle = this.ledger.jobs().every(hasEnded);
    const grown = this.log.size > this.options.compactAboveBytes + 2 * this.#compactSize;
    if (!grown && !(idle && this.#holdsEndedContent)) return;
    try {
      await this.log.rewrite(this.ledger.snapshots());
      this.#compactSize = this.log.size;
      this.#holdsEndedContent = false;
    } catch (error) {
      this.options.onWarning(`The job log could not be compacted: ${ArbiterError.from(error).message}`);
    }
  }

  #answer(id: string): IngestionJob {
    return shown(this.ledger.known(id));
  }

  #now(): string {
    return timestampOf(this.options.clock);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when a job may have become ready, at the end of the queue or of the signal. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted || this.#closed) wake();
    });
  }
}

/** Removes the content before it clones: no caller receives the content, and cloning it would delay all of them. */
function shown(job: IngestionJob): IngestionJob {
  return structuredClone(withoutContent(job));
}
