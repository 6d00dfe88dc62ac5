import { ArbiterError, type IngestionCounts, type IngestionFailure, type IngestionJob } from '@arbiter/contracts';
import {
  assertRoom,
  type Clock,
  DEFAULT_MAX_DELIVERIES,
  DEFAULT_QUEUE_LIMITS,
  endedJob,
  hasEnded,
  hasStored,
  HEARTBEAT_INTERVAL_MS,
  type JobOutcome,
  type JobRemarks,
  type JobQueue,
  type JobSelection,
  type NewJob,
  progressedJob,
  queuedJob,
  type QueueLimits,
  requeuedJob,
  retriedJob,
  selectJobs,
  timestampOf,
  withoutContent,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { type BucketOptions, KeyValueBucket } from '../key-value-bucket.js';
import { ObjectBucket } from '../object-bucket.js';
import { HeldJobs, JobClaims, lost } from './job-claims.js';
import { existing, JobContents, type JobRecord, JobRecords } from './job-records.js';
import { WaitingRoom } from './waiting-room.js';
import { WorkStream } from './work-stream.js';

export interface JetStreamJobQueueOptions extends Pick<BucketOptions, 'replicas'> {
  /** Of the stream and its buckets: letters, digits, "-" and "_". Default: `arbiter-jobs`. */
  readonly name?: string;
  readonly clock: Clock;
  /** Workers that may die over a job before it is given up, ≥ 1. */
  readonly maxDeliveries?: number;
  /** How long a worker may give no sign of life, in milliseconds. Default: six heartbeats. */
  readonly ackWaitMs?: number;
  /** Default: {@link DEFAULT_QUEUE_LIMITS}. What is content lies on the broker and takes no memory here. */
  readonly limits?: QueueLimits;
  /** Ended jobs that can still be looked up, ≥ 0. */
  readonly endedJobsKept?: number;
}

const ENDED_JOBS_KEPT = 1_000;
/** Ends after which it is looked for jobs that can be forgotten. */
const FORGET_EVERY = 50;
/** A worker stops before its job is given to another, at this part of the time that it has. */
const LEASE_SHARE = 0.8;

/**
 * Jobs on JetStream, for workers of any number of processes: a work-queue stream brings each to one worker, a key-value
 * bucket says to every process how it stands. A job whose worker gives no sign of life for `ackWaitMs` comes again.
 */
export class JetStreamJobQueue implements JobQueue {
  readonly #records: JobRecords;
  readonly #contents: JobContents;
  readonly #stream: WorkStream;
  readonly #held: HeldJobs;
  readonly #claims: JobClaims;
  readonly #waiting: WaitingRoom;
  /** Aborted when the queue closes. */
  readonly #closing = new AbortController();
  #ends = 0;

  /** @param connection stays open; who opened it closes it */
  constructor(
    connection: NatsConnection,
    private readonly options: JetStreamJobQueueOptions,
  ) {
    const { name = 'arbiter-jobs', replicas = 1, clock } = options;
    const { ackWaitMs = 6 * HEARTBEAT_INTERVAL_MS, maxDeliveries = DEFAULT_MAX_DELIVERIES } = options;
    this.#records = new JobRecords(new KeyValueBucket(connection, name, { replicas }));
    this.#contents = new JobContents(new ObjectBucket(connection, `${name}-content`, { replicas }));
    this.#stream = new WorkStream(connection, { name, ackWaitMs, replicas });
    this.#held = new HeldJobs(clock, ackWaitMs * LEASE_SHARE);
    this.#claims = new JobClaims({
      records: this.#records,
      contents: this.#contents,
      stream: this.#stream,
      held: this.#held,
      clock,
      maxDeliveries,
    });
    this.#waiting = new WaitingRoom((listener) => this.#stream.onPublished(listener));
  }

  async submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob> {
    signal.throwIfAborted();
    this.#refuseWhenClosed();
    const equal = await this.#records.equalTo(job, signal);
    if (equal) return equal;
    if (await this.#records.get(job.id, signal)) throw existing(job.id);
    await this.#assertRoom(job, signal);
    const queued = withoutContent(queuedJob(job, this.#now()));
    const hasContent = await this.#contents.keep(job.id, job.sources, signal);
    // The message first: one without a record is cleared away, a record without one would wait for ever.
    const sequence = await this.#stream.publish(queued, signal);
    const record = {
      job: queued,
      cancelRequested: false,
      deaths: 0,
      sequence,
      order: sequence,
      token: null,
      hasContent,
    };
    await this.#records.create(record, signal);
    await this.#records.rememberEqual(job, signal);
    this.#waiting.wake();
    return queued;
  }

  async claim(_workerId: string, signal: AbortSignal, except?: ReadonlySet<string>): Promise<IngestionJob | null> {
    return this.#waiting.until(() => this.#claims.next(this.#closing.signal, except), signal);
  }

  async heartbeat(jobId: string): Promise<'continue' | 'cancel'> {
    const held = this.#held.get(jobId);
    try {
      const record = await this.#records.known(jobId, this.#live());
      if (record.token !== held?.token) throw this.#lose(jobId);
      held.message.working();
      this.#held.wasAlive(jobId);
      return record.cancelRequested ? 'cancel' : 'continue';
    } catch (error) {
      this.#held.assertAlive(jobId);
      throw error;
    }
  }

  async progress(
    jobId: string,
    counts: IngestionCounts,
    failures: readonly IngestionFailure[],
    remarks?: JobRemarks,
  ): Promise<void> {
    await this.#changeHeld(jobId, (record) => ({
      ...record,
      job: progressedJob(record.job, counts, failures, remarks),
      deaths: hasStored(counts) ? 0 : record.deaths,
    }));
  }

  async finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob> {
    const error = outcome.state === 'failed' ? outcome.error : null;
    const ended = await this.#changeHeld(jobId, (record) => this.#ended(record, outcome.state, error));
    const message = this.#held.get(jobId)?.message;
    this.#held.release(jobId);
    // Comes again and is found to be over, where the broker does not hear this.
    await message?.ackAck().catch(() => undefined);
    await this.#tidyAfter(ended);
    return ended.job;
  }

  async release(jobId: string): Promise<void> {
    const released = await this.#changeHeld(jobId, (record) =>
      record.cancelRequested
        ? this.#ended(record, 'cancelled', null)
        : { ...record, job: requeuedJob(record.job), token: null },
    );
    const message = this.#held.get(jobId)?.message;
    this.#held.release(jobId);
    if (hasEnded(released.job)) await message?.ackAck().catch(() => undefined);
    else message?.nak();
    this.#waiting.wake();
  }

  async cancel(jobId: string): Promise<IngestionJob> {
    this.#refuseWhenClosed();
    const cancelled = await this.#records.change(
      jobId,
      (record) => {
        if (hasEnded(record.job)) return record;
        if (record.job.state === 'running') return { ...record, cancelRequested: true };
        return this.#ended(record, 'cancelled', null);
      },
      this.#live(),
    );
    if (hasEnded(cancelled.job)) {
      // If this fails, the worker that receives the message finds that the job has ended.
      await this.#stream.delete(cancelled.sequence, this.#live()).catch(() => undefined);
      await this.#tidyAfter(cancelled);
    }
    return cancelled.job;
  }

  async retry(jobId: string): Promise<IngestionJob> {
    this.#refuseWhenClosed();
    const { job } = await this.#records.known(jobId, this.#live());
    if (!hasEnded(job)) return job;
    // Refuses what cannot be done before a message is on its way.
    retriedJob(job);
    await this.#assertRoom(job, this.#live());
    const sequence = await this.#stream.publish(job, this.#live());
    const retried = await this.#records.change(
      jobId,
      (record) =>
        hasEnded(record.job)
          ? { ...record, job: retriedJob(record.job), deaths: 0, cancelRequested: false, token: null, sequence }
          : record,
      this.#live(),
    );
    this.#waiting.wake();
    return retried.job;
  }

  async get(jobId: string): Promise<IngestionJob | null> {
    if (!/^[\w-]+$/.test(jobId)) return null;
    return (await this.#records.get(jobId, this.#live()))?.job ?? null;
  }

  async list(selection: JobSelection): Promise<readonly IngestionJob[]> {
    const records = await this.#records.all(this.#live());
    return selectJobs(
      records.map(({ job }) => job),
      selection,
    );
  }

  close(): Promise<void> {
    this.#closing.abort(new ArbiterError('UNAVAILABLE', 'The job queue is closed.'));
    return this.#waiting.close();
  }

  /** Several processes may submit at once, and each see the last place: the limit may be passed by as many. */
  async #assertRoom(job: Pick<NewJob, 'tenant' | 'sources'>, signal: AbortSignal): Promise<void> {
    const records = await this.#records.all(signal);
    const waiting = records.map((record) => record.job).filter(({ state }) => state === 'queued');
    assertRoom(waiting, job, this.options.limits ?? DEFAULT_QUEUE_LIMITS);
  }

  /** @throws ArbiterError CONFLICT when it is not this process's job, or not any more */
  async #changeHeld(jobId: string, change: (record: JobRecord) => JobRecord): Promise<JobRecord> {
    const held = this.#held.get(jobId);
    return this.#records.change(
      jobId,
      (record) => {
        if (record.token !== held?.token || record.job.state !== 'running') throw this.#lose(jobId);
        return change(record);
      },
      this.#live(),
    );
  }

  #lose(jobId: string): ArbiterError {
    this.#held.release(jobId);
    return lost(jobId);
  }

  #ended(record: JobRecord, state: JobOutcome['state'], error: string | null): JobRecord {
    return {
      ...record,
      job: endedJob(record.job, state, { error, at: this.#now() }),
      token: null,
      cancelRequested: false,
    };
  }

  /** What is left of a job that has ended. Failing is no harm: it is forgotten with the job. */
  async #tidyAfter(record: JobRecord): Promise<void> {
    this.#waiting.wake();
    this.#ends += 1;
    try {
      await this.#contents.forget(record, this.#live());
      if (!record.hasContent) await this.#records.forgetEqual(record.job, this.#live());
      if (this.#ends % FORGET_EVERY !== 1) return;
      await this.#records.forgetEnded(this.options.endedJobsKept ?? ENDED_JOBS_KEPT, this.#live());
    } catch (error) {
      if (!(error instanceof ArbiterError)) throw error;
    }
  }

  #live(): AbortSignal {
    return this.#closing.signal;
  }

  #now(): string {
    return timestampOf(this.options.clock);
  }

  #refuseWhenClosed(): void {
    this.#closing.signal.throwIfAborted();
  }
}
