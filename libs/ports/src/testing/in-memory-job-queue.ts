import {
  ArbiterError,
  compareCodeUnits,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
} from '@arbiter/contracts';
import { type Clock, timestampOf } from '../clock.js';
import {
  DEFAULT_MAX_DELIVERIES,
  DEFAULT_QUEUE_LIMITS,
  jobKey,
  type JobOutcome,
  type JobRemarks,
  type JobQueue,
  type JobSelection,
  type NewJob,
  type QueueLimits,
  selectJobs,
} from '../job-queue.js';
import {
  assertRoom,
  deadLetterReason,
  endedJob,
  hasEnded,
  hasStored,
  nextJob,
  progressedJob,
  queuedJob,
  requeuedJob,
  retriedJob,
  startedJob,
  TenantTurns,
  withoutContent,
} from '../job-steps.js';
import type { ScheduleRecord, ScheduleStore, StoredSchedule } from '../schedule-store.js';
import { answer } from './clock.js';

/** A JobQueue whose jobs end with the process. */
export class InMemoryJobQueue implements JobQueue {
  /** In order of submission. */
  readonly #jobs = new Map<string, IngestionJob>();
  readonly #cancellations = new Set<string>();
  /** Number of workers that died over a job since it last stored something. */
  readonly #deaths = new Map<string, number>();
  readonly #turns = new TenantTurns();
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly maxDeliveries = DEFAULT_MAX_DELIVERIES,
    private readonly limits: QueueLimits = DEFAULT_QUEUE_LIMITS,
  ) {}

  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob> {
    return answer(signal, () => {
      this.#refuseWhenClosed();
      const wanted = jobKey(job);
      const equal = [...this.#jobs.values()].find((one) => one.state === 'queued' && jobKey(one) === wanted);
      if (equal) return shown(equal);
      if (this.#jobs.has(job.id)) throw new ArbiterError('CONFLICT', `There is a job "${job.id}" already.`);
      assertRoom(this.#queued(), job, this.limits);
      const submitted = this.#keep(queuedJob(job, timestampOf(this.clock)));
      this.#wake();
      return submitted;
    });
  }

  async claim(_workerId: string, signal: AbortSignal, except?: ReadonlySet<string>): Promise<IngestionJob | null> {
    while (!signal.aborted && !this.#closed) {
      const next = nextJob([...this.#jobs.values()], this.#turns, except);
      if (next) {
        this.#turns.took(next.tenant);
        this.#keep(startedJob(next, timestampOf(this.clock)));
        return structuredClone(this.#known(next.id));
      }
      await this.#change(signal);
    }
    return null;
  }

  heartbeat(jobId: string): Promise<'continue' | 'cancel'> {
    return answer(null, () => (this.#cancellations.has(this.#running(jobId).id) ? 'cancel' : 'continue'));
  }

  progress(
    jobId: string,
    counts: IngestionCounts,
    failures: readonly IngestionFailure[],
    remarks?: JobRemarks,
  ): Promise<void> {
    return answer(null, () => {
      this.#keep(progressedJob(this.#running(jobId), counts, failures, remarks));
      if (hasStored(counts)) this.#deaths.delete(jobId);
    });
  }

  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob> {
    return answer(null, () => {
      const job = this.#running(jobId);
      return this.#end(job, outcome.state, outcome.state === 'failed' ? outcome.error : null);
    });
  }

  release(jobId: string): Promise<void> {
    return answer(null, () => this.#requeue(this.#running(jobId)));
  }

  /** Simulates the death of every worker's process: running jobs are given out again, or given up. */
  loseWorkers(): void {
    for (const job of [...this.#jobs.values()].filter(({ state }) => state === 'running')) {
      const deaths = (this.#deaths.get(job.id) ?? 0) + 1;
      this.#deaths.set(job.id, deaths);
      if (deaths >= this.maxDeliveries && !this.#cancellations.has(job.id)) {
        this.#end(job, 'dead_lettered', deadLetterReason(deaths, job));
      } else this.#requeue(job);
    }
  }

  cancel(jobId: string): Promise<IngestionJob> {
    return answer(null, () => {
      const job = this.#known(jobId);
      if (job.state === 'queued') return this.#end(job, 'cancelled', null);
      if (job.state === 'running') this.#cancellations.add(jobId);
      return shown(job);
    });
  }

  retry(jobId: string): Promise<IngestionJob> {
    return answer(null, () => {
      const job = this.#known(jobId);
      if (!hasEnded(job)) return shown(job);
      const retried = retriedJob(job);
      assertRoom(this.#queued(), job, this.limits);
      const queued = this.#keep(retried);
      this.#deaths.delete(jobId);
      this.#wake();
      return queued;
    });
  }

  get(jobId: string): Promise<IngestionJob | null> {
    return answer(null, () => {
      const job = this.#jobs.get(jobId);
      return job ? shown(job) : null;
    });
  }

  list(selection: JobSelection): Promise<readonly IngestionJob[]> {
    return answer(null, () => selectJobs([...this.#jobs.values()], selection).map(shown));
  }

  close(): Promise<void> {
    return answer(null, () => {
      this.#closed = true;
      this.#wake();
    });
  }

  #keep(job: IngestionJob): IngestionJob {
    this.#jobs.set(job.id, job);
    return shown(job);
  }

  #queued(): IngestionJob[] {
    return [...this.#jobs.values()].filter(({ state }) => state === 'queued');
  }

  #requeue(job: IngestionJob): void {
    if (this.#cancellations.has(job.id)) this.#end(job, 'cancelled', null);
    else this.#keep(requeuedJob(job));
    this.#wake();
  }

  #end(job: IngestionJob, state: JobOutcome['state'] | 'dead_lettered', error: string | null): IngestionJob {
    this.#cancellations.delete(job.id);
    const ended = this.#keep(endedJob(job, state, { error, at: timestampOf(this.clock) }));
    // Its collection is free for the next job.
    this.#wake();
    return ended;
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

  /** Resolves at the next change or the end of the queue, or when the signal is aborted. */
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

function shown(job: IngestionJob): IngestionJob {
  return structuredClone(withoutContent(job));
}

export class InMemoryScheduleStore implements ScheduleStore {
  readonly #records = new Map<string, StoredSchedule>();
  #revisions = 0;

  list(signal: AbortSignal): Promise<readonly StoredSchedule[]> {
    return answer(signal, () =>
      structuredClone([...this.#records.values()]).sort((a, b) => compareCodeUnits(a.schedule.id, b.schedule.id)),
    );
  }

  get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null> {
    return answer(signal, () => structuredClone(this.#records.get(scheduleId) ?? null));
  }

  save({ schedule, claimedAt }: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => {
      if ((this.#records.get(schedule.id)?.revision ?? null) !== replaces) return false;
      this.#revisions += 1;
      const revision = String(this.#revisions);
      this.#records.set(schedule.id, structuredClone({ schedule, claimedAt, revision }));
      return true;
    });
  }

  delete(scheduleId: string, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#records.delete(scheduleId));
  }
}
