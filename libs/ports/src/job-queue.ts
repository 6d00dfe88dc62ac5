import {
  compareCodeUnits,
  DEFAULT_TENANT,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  type IngestionSource,
  type IngestionWarning,
  type JobState,
  type LanguageTag,
  type Reindexing,
  type Tenant,
} from '@arbiter/contracts';

/** Ours to choose: more than anybody submits by hand, and no more memory than a worker has to spare. */
export const DEFAULT_QUEUE_LIMITS: QueueLimits = { jobs: 1_000, jobsOfTenant: 500, contentChars: 256 * 2 ** 20 };

/** How often a running job must show that it lives, in milliseconds; a queue waits several times as long. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/** Workers that may die over a job, one after the other and without storing anything new, before it is given up. */
export const DEFAULT_MAX_DELIVERIES = 5;

export interface NewJob {
  readonly id: string;
  readonly collection: string;
  /** Empty for one that rebuilds indexes. */
  readonly sources: readonly IngestionSource[];
  readonly reindex?: Reindexing | undefined;
  readonly language?: LanguageTag | undefined;
  readonly maxCost?: number | undefined;
  /** Default: DEFAULT_TENANT. */
  readonly tenant?: Tenant | undefined;
}

export type JobOutcome =
  | { readonly state: 'succeeded' | 'completed_with_errors' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: string };

/** Which jobs to list: all, or those of a collection, in a state, or both. */
export interface JobSelection {
  readonly collection?: string;
  readonly state?: JobState;
  /** At most so many, ≥ 1. */
  readonly limit: number;
  /** Only those submitted before the job of this id; none when there is no such job. */
  readonly before?: string;
}

/** What may wait in a queue at once. A job that is under way does not count. */
export interface QueueLimits {
  /** Jobs of all tenants, ≥ 1. */
  readonly jobs: number;
  /** Jobs of one tenant, ≥ 1. */
  readonly jobsOfTenant: number;
  /** Characters of inline content that a queue holds in memory, of all jobs together, ≥ 1. */
  readonly contentChars: number;
}

/**
 * Durable jobs: what `submit` has returned survives the process. A job whose worker died (kill -9, no heartbeat any more)
 * is given out again, or cancelled when it had been asked to stop; one whose workers die again and again without storing
 * anything new is dead-lettered, with the reason.
 *
 * Inline content is kept until the job has ended, and handed to the worker that claims the job: to nobody else, so that no
 * answer has the size of a library. Everywhere else it is empty.
 * Rejects with ArbiterError: NOT_FOUND for an unknown id, CONFLICT for a step that the job's state does not allow,
 * UNAVAILABLE when the queue is closed, or away; `submit` and `retry` with RATE_LIMITED when too many jobs of the tenant
 * wait, OVERLOADED when too many of all tenants do, each with `details.retryAfterMs`.
 */
export interface JobQueue {
  /** An equal job (tenant, collection, sources, language, cost and rebuilding) that is still queued is returned instead of a second one. */
  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob>;
  /**
   * Takes the next job, or waits for one until the signal is aborted; then null. Tenants take turns, and within one the
   * oldest job comes first. A job waits as long as another of its collection is running: two would write over each other.
   */
  claim(workerId: string, signal: AbortSignal): Promise<IngestionJob | null>;
  /**
   * The sign of life of a running job, wanted at least every HEARTBEAT_INTERVAL_MS, and the answer to it: whether the job
   * is to go on or to stop. CONFLICT when it is not this process's job any more: whoever works on it must stop at once
   * and write nothing further.
   */
  heartbeat(jobId: string): Promise<'continue' | 'cancel'>;
  /**
   * Records how far a running job is. Counts, failures and warnings are all of this attempt so far, not those since the
   * last call; the first 1,000 failures and warnings are kept. A new attempt starts with none.
   */
  progress(
    jobId: string,
    counts: IngestionCounts,
    failures: readonly IngestionFailure[],
    warnings?: readonly IngestionWarning[],
  ): Promise<void>;
  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob>;
  /** Puts a running job back into the queue, for whoever stops in an orderly way: it is no sign that the job does harm. */
  release(jobId: string): Promise<void>;
  /** A queued job is cancelled at once; a running one is told to stop by its next heartbeat. An ended one stays as it is. */
  cancel(jobId: string): Promise<IngestionJob>;
  /**
   * Queues an ended job again, under its id. One that is queued or running stays as it is.
   *
   * @throws ArbiterError CONFLICT for a job that succeeded, and for one whose inline content is forgotten by now
   */
  retry(jobId: string): Promise<IngestionJob>;
  get(jobId: string): Promise<IngestionJob | null>;
  /** Newest first. */
  list(selection: JobSelection): Promise<readonly IngestionJob[]>;
  /** Ends waiting claims, flushes and releases what the queue holds. */
  close(): Promise<void>;
}

/** What of a queue shows how jobs stand and changes nothing. */
export type JobReader = Pick<JobQueue, 'get' | 'list'>;

/**
 * What `JobQueue.list` answers.
 *
 * @param jobs in order of submission
 * @returns at most `limit` of those that match, newest first
 */
export function selectJobs(
  jobs: readonly IngestionJob[],
  { collection, state, limit, before }: JobSelection,
): readonly IngestionJob[] {
  const end =
    before === undefined
      ? jobs.length
      : Math.max(
          0,
          jobs.findIndex(({ id }) => id === before),
        );
  return jobs
    .slice(0, end)
    .filter((job) => collection === undefined || job.collection === collection)
    .filter((job) => state === undefined || job.state === state)
    .reverse()
    .slice(0, limit);
}

/**
 * What makes two jobs equal for `JobQueue.submit`: tenant, collection, sources, language, rebuilding and cost as JSON, whatever the order
 * of keys in the metadata of a source.
 */
export function jobKey({
  tenant = DEFAULT_TENANT,
  collection,
  sources,
  language,
  reindex,
  maxCost,
}: Omit<NewJob, 'id'>): string {
  return canonicalJson([tenant, collection, sources, language, reindex, maxCost]);
}

/** JSON with the keys of every object in order: equal for values that are equal as JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}
