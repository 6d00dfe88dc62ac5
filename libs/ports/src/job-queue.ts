import {
  compareCodeUnits,
  DEFAULT_TENANT,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  type IngestionSource,
  type IngestionWarning,
  type LeftOutFile,
  type JobState,
  type LanguageTag,
  type Reindexing,
  type Tenant,
} from '@arbiter/contracts';

/** Our choice: more than anyone submits by hand, and within the spare memory of a worker. */
export const DEFAULT_QUEUE_LIMITS: QueueLimits = { jobs: 1_000, jobsOfTenant: 500, contentChars: 256 * 2 ** 20 };

/** Interval between heartbeats of a running job, in milliseconds; a queue waits several times as long. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/** Number of workers that may die in a row over a job, without storing anything new, before it is given up. */
export const DEFAULT_MAX_DELIVERIES = 5;

export interface NewJob {
  readonly id: string;
  readonly collection: string;
  /** Empty for a job that rebuilds indexes. */
  readonly sources: readonly IngestionSource[];
  readonly reindex?: Reindexing | undefined;
  readonly language?: LanguageTag | undefined;
  readonly maxCost?: number | undefined;
  /** Default: DEFAULT_TENANT. */
  readonly tenant?: Tenant | undefined;
}

/** What an attempt says of documents besides its failures. */
export interface JobRemarks {
  readonly warnings?: readonly IngestionWarning[] | undefined;
  readonly leftOut?: readonly LeftOutFile[] | undefined;
}

export type JobOutcome =
  | { readonly state: 'succeeded' | 'completed_with_errors' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: string };

/** Jobs to list: all, or those of a collection, in a state, or both. */
export interface JobSelection {
  readonly collection?: string;
  readonly state?: JobState;
  /** Only jobs on collections that this is true of. */
  readonly isReached?: (collection: string) => boolean;
  /** Most jobs, ≥ 1. */
  readonly limit: number;
  /** Only jobs submitted before the job of this id; none if it is unknown. */
  readonly before?: string;
}

/** Limits of waiting jobs. Running jobs do not count. */
export interface QueueLimits {
  /** Jobs of all tenants, ≥ 1. */
  readonly jobs: number;
  /** Jobs of one tenant, ≥ 1. */
  readonly jobsOfTenant: number;
  /** Characters of inline content of all jobs together that a queue holds in memory, ≥ 1. */
  readonly contentChars: number;
}

/**
 * Durable jobs: a submitted job survives the process. If a worker dies (kill -9, no more heartbeats), its job is given out
 * again, or cancelled if cancellation was requested. A job whose workers die repeatedly without storing anything new is
 * dead-lettered, with the reason.
 *
 * Inline content is kept until the job has ended, and only the worker that claims the job receives it. It is empty everywhere
 * else, so that no answer has the size of a library.
 *
 * Rejects with ArbiterError: NOT_FOUND for an unknown id, CONFLICT for a step that the job's state does not allow, UNAVAILABLE
 * when the queue is closed or away. `submit` and `retry` also reject with RATE_LIMITED when too many jobs of the tenant wait,
 * and OVERLOADED when too many of all tenants do, each with `details.retryAfterMs`.
 */
export interface JobQueue {
  /**
   * Returns a queued job that equals the new one (tenant, collection, sources, language, cost and rebuild), if there is one.
   */
  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob>;
  /**
   * Takes the next job, or waits for one; null once the signal is aborted. The tenant with the fewest jobs that this queue has
   * given out and that run comes first; tenants with equally many take turns. The oldest job of a tenant comes first. A job
   * waits while another of its collection runs, because the two would overwrite each other.
   *
   * @param except tenants whose jobs stay where they are; default: none
   */
  claim(workerId: string, signal: AbortSignal, except?: ReadonlySet<Tenant>): Promise<IngestionJob | null>;
  /**
   * Sent by a running job at least every HEARTBEAT_INTERVAL_MS; the answer tells it to continue or to stop. Rejects with
   * CONFLICT if the job now belongs to another process. The worker must then stop at once and write nothing more.
   */
  heartbeat(jobId: string): Promise<'continue' | 'cancel'>;
  /**
   * Records the progress of a running job. Counts, failures and remarks are totals of this attempt, not increments; the first
   * 1,000 of each kind are kept. A new attempt starts with none.
   */
  progress(
    jobId: string,
    counts: IngestionCounts,
    failures: readonly IngestionFailure[],
    remarks?: JobRemarks,
  ): Promise<void>;
  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob>;
  /** Returns a running job to the queue when its worker stops in an orderly way. This does not count as a death. */
  release(jobId: string): Promise<void>;
  /** A queued job is cancelled at once; a running one learns it from its next heartbeat. An ended job stays as it is. */
  cancel(jobId: string): Promise<IngestionJob>;
  /**
   * Queues an ended job again, under its id. A queued or running job stays as it is.
   *
   * @throws ArbiterError CONFLICT for a job that succeeded, and for one whose inline content has been deleted
   */
  retry(jobId: string): Promise<IngestionJob>;
  get(jobId: string): Promise<IngestionJob | null>;
  /** Newest first. */
  list(selection: JobSelection): Promise<readonly IngestionJob[]>;
  /** Ends waiting claims, flushes, and releases the queue's resources. */
  close(): Promise<void>;
}

/** The read-only part of a queue. */
export type JobReader = Pick<JobQueue, 'get' | 'list'>;

/**
 * Implements `JobQueue.list`.
 *
 * @param jobs in order of submission
 * @returns at most `limit` matching jobs, newest first
 */
export function selectJobs(
  jobs: readonly IngestionJob[],
  { collection, state, isReached, limit, before }: JobSelection,
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
    .filter((job) => isReached?.(job.collection) ?? true)
    .reverse()
    .slice(0, limit);
}

/**
 * Identifies equal jobs for `JobQueue.submit`: tenant, collection, sources, language, rebuild and cost as JSON, whatever the
 * key order in a source's metadata.
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

/** JSON with sorted keys in every object, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}
