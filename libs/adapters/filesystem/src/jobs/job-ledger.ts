import { createHash } from 'node:crypto';
import {
  ArbiterError,
  IngestionCounts,
  IngestionFailure,
  IngestionJob,
  IngestionSource,
  IngestionWarning,
  LeftOutFile,
  LanguageTag,
  MaxCost,
  Reindexing,
  Tenant,
} from '@arbiter/contracts';
import {
  endedJob,
  hasEnded,
  jobKey,
  type JobRemarks,
  type NewJob,
  progressedJob,
  queuedJob,
  requeuedJob,
  retriedJob,
  startedJob,
} from '@arbiter/ports';
import { z } from 'zod';

/** Ended jobs that are remembered, unless set otherwise. */
export const ENDED_JOBS_KEPT = 1_000;

/** A line of the job log. `at` is an RFC 3339 time. */
export const JobEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('submitted'),
    at: z.string(),
    job: z.object({
      id: z.string().min(1),
      collection: z.string().min(1),
      sources: z.array(IngestionSource),
      reindex: Reindexing.optional(),
      language: LanguageTag.optional(),
      maxCost: MaxCost.optional(),
      tenant: Tenant.optional(),
    }),
  }),
  z.object({ type: z.literal('claimed'), at: z.string(), id: z.string(), worker: z.string() }),
  z.object({ type: z.literal('cancelRequested'), at: z.string(), id: z.string() }),
  /** The first time that an attempt stores something after workers had died over the job. */
  z.object({ type: z.literal('gotFurther'), at: z.string(), id: z.string() }),
  z.object({ type: z.literal('released'), at: z.string(), id: z.string() }),
  z.object({ type: z.literal('retried'), at: z.string(), id: z.string() }),
  z.object({
    type: z.literal('ended'),
    at: z.string(),
    id: z.string(),
    state: z.enum(['succeeded', 'completed_with_errors', 'failed', 'cancelled', 'dead_lettered']),
    error: z.string().nullable(),
    counts: IngestionCounts,
    failures: z.array(IngestionFailure),
    warnings: z.array(IngestionWarning).optional(),
    leftOut: z.array(LeftOutFile).optional(),
  }),
  /** A whole job, as compaction writes it in place of all its earlier events. */
  z.object({
    type: z.literal('snapshot'),
    job: IngestionJob,
    cancelRequested: z.boolean(),
    deaths: z.int().min(0).default(0),
  }),
]);
export type JobEvent = z.output<typeof JobEvent>;

interface Entry {
  readonly job: IngestionJob;
  readonly cancelRequested: boolean;
  /** Workers that died over the job since it last stored something. */
  readonly deaths: number;
}

/** What the events of the log add up to. Knows no disk and no time. */
export class JobLedger {
  /** In order of submission. */
  readonly #entries = new Map<string, Entry>();
  /** In order of their ends. */
  readonly #ended = new Set<string>();
  /** Hashing the content of every waiting job at every submission would be quadratic. */
  readonly #fingerprints = new WeakMap<IngestionJob, string>();

  /** @param endedKept ended jobs that are remembered; the oldest ends are forgotten first */
  constructor(private readonly endedKept: number) {}

  /** @returns false for an event that no job here could have had; it is then ignored */
  apply(event: JobEvent): boolean {
    if (event.type === 'submitted' || event.type === 'snapshot') {
      if (this.#entries.has(event.job.id)) return false;
      this.#keep(
        event.type === 'snapshot' ? event : { job: queuedJob(event.job, event.at), cancelRequested: false, deaths: 0 },
      );
      return true;
    }
    const entry = this.#entries.get(event.id);
    const next = entry && afterEvent(entry, event);
    if (!next) return false;
    this.#keep(next);
    return true;
  }

  /** Not an event: it lives as long as the attempt, and the event of its end holds the last. */
  setProgress(id: string, counts: IngestionCounts, failures: readonly IngestionFailure[], remarks?: JobRemarks): void {
    const job = progressedJob(this.running(id), counts, failures, remarks);
    this.#keep({ job, cancelRequested: this.cancelRequested(id), deaths: this.deaths(id) });
  }

  /**
   * Puts the jobs of a dead process back into the queue.
   *
   * @param maxDeliveries dead workers after which a job is given up
   * @returns those that are not queued again and still running here, and are to be ended instead: had been asked to stop, or
   *   are given up
   */
  requeueRunning(maxDeliveries: number): readonly IngestionJob[] {
    const running = this.jobs().filter(({ state }) => state === 'running');
    for (const job of running) {
      const entry = { cancelRequested: this.cancelRequested(job.id), deaths: this.deaths(job.id) + 1 };
      const isOver = entry.cancelRequested || entry.deaths >= maxDeliveries;
      this.#keep({ ...entry, job: isOver ? job : requeuedJob(job) });
    }
    return this.jobs().filter(({ state }) => state === 'running');
  }

  /** In order of submission. */
  jobs(): readonly IngestionJob[] {
    return [...this.#entries.values()].map(({ job }) => job);
  }

  /** In order of submission. */
  queued(): readonly IngestionJob[] {
    return this.jobs().filter(({ state }) => state === 'queued');
  }

  /** @returns the waiting job that asks for the same; undefined for none */
  queuedEqual(job: NewJob): IngestionJob | undefined {
    const wanted = fingerprintOf(job);
    return this.queued().find((one) => {
      const known = this.#fingerprints.get(one) ?? fingerprintOf(one);
      this.#fingerprints.set(one, known);
      return known === wanted;
    });
  }

  *snapshots(): Iterable<JobEvent> {
    for (const entry of this.#entries.values()) yield { type: 'snapshot', ...entry };
  }

  get(id: string): IngestionJob | null {
    return this.#entries.get(id)?.job ?? null;
  }

  cancelRequested(id: string): boolean {
    return this.#entries.get(id)?.cancelRequested ?? false;
  }

  deaths(id: string): number {
    return this.#entries.get(id)?.deaths ?? 0;
  }

  /** @throws ArbiterError NOT_FOUND */
  known(id: string): IngestionJob {
    const job = this.get(id);
    if (!job) throw new ArbiterError('NOT_FOUND', `There is no job "${id}".`, { details: { jobId: id } });
    return job;
  }

  /** @throws ArbiterError NOT_FOUND, CONFLICT */
  running(id: string): IngestionJob {
    const job = this.known(id);
    if (job.state === 'running') return job;
    throw new ArbiterError('CONFLICT', `Job "${id}" is ${job.state}, not running.`, {
      details: { jobId: id, state: job.state },
    });
  }

  #keep(entry: Entry): void {
    const { job } = entry;
    this.#entries.set(job.id, { job, cancelRequested: entry.cancelRequested, deaths: entry.deaths });
    if (!hasEnded(job)) {
      this.#ended.delete(job.id);
      return;
    }
    this.#ended.add(job.id);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= this.endedKept) break;
      this.#ended.delete(oldest);
      this.#entries.delete(oldest);
    }
  }
}

type StepEvent = Exclude<JobEvent, { type: 'submitted' | 'snapshot' }>;

/** @returns null for an event that a job in this state cannot have had */
function afterEvent({ job, cancelRequested, deaths }: Entry, event: StepEvent): Entry | null {
  const isRunning = job.state === 'running';
  switch (event.type) {
    case 'claimed':
      if (hasEnded(job)) return null;
      // Running without an end or a release: the worker of that attempt died.
      return { job: startedJob(job, event.at), cancelRequested: false, deaths: deaths + (isRunning ? 1 : 0) };
    case 'cancelRequested':
      return isRunning ? { job, cancelRequested: true, deaths } : null;
    case 'gotFurther':
      return isRunning ? { job, cancelRequested, deaths: 0 } : null;
    case 'released':
      return isRunning ? { job: requeuedJob(job), cancelRequested: false, deaths } : null;
    case 'ended': {
      if (hasEnded(job)) return null;
      const { state, error, counts, failures, at } = event;
      const last = progressedJob(job, counts, failures, event);
      return { job: endedJob(last, state, { error, at }), cancelRequested: false, deaths };
    }
    case 'retried':
      return hasEnded(job) && job.state !== 'succeeded'
        ? { job: retriedJob(job), cancelRequested: false, deaths: 0 }
        : null;
  }
}

/** As {@link jobKey}, in a length that can be kept for each waiting job. */
function fingerprintOf(job: Omit<NewJob, 'id'>): string {
  return createHash('sha256').update(jobKey(job)).digest('hex');
}

export function holdsContent(job: IngestionJob | null): boolean {
  return job?.sources.some((source) => source.kind === 'inline' && source.content !== '') ?? false;
}
