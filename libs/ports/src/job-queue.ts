import type {
  IngestionCounts,
  IngestionFailure,
  IngestionJob,
  IngestionSource,
  JobState,
  LanguageTag,
} from '@arbiter/contracts';

export interface NewJob {
  readonly id: string;
  readonly collection: string;
  readonly sources: readonly IngestionSource[];
  readonly language?: LanguageTag | undefined;
}

export type JobOutcome =
  | { readonly state: 'succeeded' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly error: string };

/** Which jobs to list: all, or those of a collection, in a state, or both. */
export interface JobSelection {
  readonly collection?: string;
  readonly state?: JobState;
  /** At most so many, ≥ 1. */
  readonly limit: number;
}

/**
 * Durable jobs: what `submit` has returned survives the process. A job that its worker left running (kill -9) is
 * given out again, or cancelled when it had been asked to stop.
 *
 * Inline content is kept until the job has ended; from then on it is empty, in answers as in the store.
 * Rejects with ArbiterError: NOT_FOUND for an unknown id, CONFLICT for a step that the job's state does not allow.
 */
export interface JobQueue {
  /** An equal job (collection, sources and language) that is still queued is returned instead of a second one. */
  submit(job: NewJob, signal: AbortSignal): Promise<IngestionJob>;
  /** Takes the oldest queued job, or waits for one until the signal is aborted; then null. */
  claim(workerId: string, signal: AbortSignal): Promise<IngestionJob | null>;
  /**
   * Records how far a running job is; also its sign of life. Counts and failures are all of this attempt so far, not
   * those since the last call; the first 1,000 failures are kept. A new attempt starts with none.
   */
  progress(jobId: string, counts: IngestionCounts, failures: readonly IngestionFailure[]): Promise<void>;
  finish(jobId: string, outcome: JobOutcome): Promise<IngestionJob>;
  /** A queued job is cancelled at once; a running one is asked to stop, see `cancellationRequested`. An ended one stays as it is. */
  cancel(jobId: string): Promise<IngestionJob>;
  cancellationRequested(jobId: string): boolean;
  get(jobId: string): Promise<IngestionJob | null>;
  /** Newest first. */
  list(selection: JobSelection): Promise<readonly IngestionJob[]>;
  /** Ends waiting claims, flushes and releases what the queue holds. */
  close(): Promise<void>;
}
