import {
  ArbiterError,
  DEFAULT_TENANT,
  type IngestionCounts,
  type IngestionFailure,
  type IngestionJob,
  NO_COUNTS,
} from '@arbiter/contracts';
import type { JobOutcome, JobRemarks, NewJob, QueueLimits } from './job-queue.js';

/** Most failures, warnings and files left out: the limit of the contract's IngestionJob. */
const FAILURES_KEPT = 1_000;
/** When a refused submission may find room, in milliseconds. Our choice: most jobs end within it. */
const RETRY_AFTER_MS = 10_000;

/** A newly submitted job. `at`, here and below: RFC 3339. */
export function queuedJob(
  { id, collection, sources, reindex, language, maxCost, tenant }: NewJob,
  at: string,
): IngestionJob {
  return {
    id,
    collection,
    tenant: tenant ?? DEFAULT_TENANT,
    sources: structuredClone([...sources]),
    ...(reindex !== undefined && { reindex }),
    ...(language !== undefined && { language }),
    ...(maxCost !== undefined && { maxCost }),
    state: 'queued',
    attempts: 0,
    counts: NO_COUNTS,
    failures: [],
    error: null,
    createdAt: at,
    startedAt: null,
    finishedAt: null,
  };
}

export function startedJob(job: IngestionJob, at: string): IngestionJob {
  const attempts = job.attempts + 1;
  return { ...withoutRemarks(job), state: 'running', attempts, counts: NO_COUNTS, failures: [], startedAt: at };
}

/** A running job whose worker has died. */
export function requeuedJob(job: IngestionJob): IngestionJob {
  return { ...withoutRemarks(job), state: 'queued', counts: NO_COUNTS, failures: [], startedAt: null };
}

function withoutRemarks({ warnings: _, leftOut: __, ...job }: IngestionJob): IngestionJob {
  return job;
}

export function progressedJob(
  job: IngestionJob,
  counts: IngestionCounts,
  failures: readonly IngestionFailure[],
  { warnings = [], leftOut = [] }: JobRemarks = {},
): IngestionJob {
  return {
    ...withoutRemarks(job),
    counts: { ...counts },
    failures: structuredClone(failures.slice(0, FAILURES_KEPT)),
    ...(warnings.length > 0 && { warnings: structuredClone(warnings.slice(0, FAILURES_KEPT)) }),
    ...(leftOut.length > 0 && { leftOut: structuredClone(leftOut.slice(0, FAILURES_KEPT)) }),
  };
}

/** Whether an attempt got further than earlier ones, whose stored documents it sees as unchanged. */
export function hasStored({ added, changed, deleted }: IngestionCounts): boolean {
  return added + changed + deleted > 0;
}

/** An ended job, without its inline content. */
export function endedJob(
  job: IngestionJob,
  state: JobOutcome['state'] | 'dead_lettered',
  { error, at }: { readonly error: string | null; readonly at: string },
): IngestionJob {
  return { ...withoutContent(job), state, error, finishedAt: at };
}

/** The job without its inline content, which only its worker may see. */
export function withoutContent(job: IngestionJob): IngestionJob {
  const sources = job.sources.map((source) => (source.kind === 'inline' ? { ...source, content: '' } : source));
  return { ...job, sources };
}

/**
 * @param waiting queued jobs, without the new one
 * @throws ArbiterError RATE_LIMITED, OVERLOADED
 */
export function assertRoom(
  waiting: readonly Pick<IngestionJob, 'tenant' | 'sources'>[],
  { tenant = DEFAULT_TENANT, sources }: Pick<NewJob, 'tenant' | 'sources'>,
  limits: QueueLimits,
): void {
  const details = { waiting: waiting.length, retryAfterMs: RETRY_AFTER_MS };
  if (waiting.filter((job) => job.tenant === tenant).length >= limits.jobsOfTenant) {
    throw new ArbiterError(
      'RATE_LIMITED',
      `${limits.jobsOfTenant} jobs of "${tenant}" wait already: try again later.`,
      {
        details: { ...details, tenant, limit: limits.jobsOfTenant },
      },
    );
  }
  if (waiting.length >= limits.jobs) {
    throw new ArbiterError('OVERLOADED', `${limits.jobs} jobs wait already: try again later.`, {
      details: { ...details, limit: limits.jobs },
    });
  }
  const chars = contentChars(sources);
  const held = waiting.reduce((sum, job) => sum + contentChars(job.sources), 0);
  // A job that is larger than the limit is accepted if no other content waits.
  if (chars > 0 && held > 0 && held + chars > limits.contentChars) {
    throw new ArbiterError(
      'OVERLOADED',
      'The documents of the jobs that wait fill the memory for them: try again later.',
      {
        details: { ...details, limit: limits.contentChars },
      },
    );
  }
}

function contentChars(sources: NewJob['sources']): number {
  return sources.reduce((sum, source) => sum + (source.kind === 'inline' ? source.content.length : 0), 0);
}

/** @throws ArbiterError CONFLICT for a job that succeeded, and for one whose inline content has been deleted */
export function retriedJob(job: IngestionJob): IngestionJob {
  if (job.state === 'succeeded') {
    throw new ArbiterError('CONFLICT', `Job "${job.id}" has succeeded: there is nothing to retry.`, {
      details: { jobId: job.id },
    });
  }
  if (job.sources.some(({ kind }) => kind === 'inline')) {
    throw new ArbiterError(
      'CONFLICT',
      `Job "${job.id}" was given documents as content, which is forgotten once a job has ended: submit them anew.`,
      { details: { jobId: job.id } },
    );
  }
  return { ...requeuedJob(job), error: null, finishedAt: null };
}

export function hasEnded({ state }: Pick<IngestionJob, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Why a job is given up. `deaths`: number of workers that died. */
export function deadLetterReason(deaths: number, { id }: Pick<IngestionJob, 'id'>): string {
  return (
    `Its worker died ${deaths} times in a row without storing anything new. ` +
    `The worker's log and its limits of memory may say why; \`arbiter jobs ${id} --retry\` tries once more.`
  );
}

/** Remembers the turns of tenants. */
export class TenantTurns {
  /** Tenants that had a turn, least recent first. */
  readonly #served = new Set<string>();

  /**
   * @param running the tenant of each running job
   * @returns the tenants with the fewest running jobs first; of those, in the order of their turns: those without a turn so far
   *   first, as given
   */
  inOrder(tenants: Iterable<string>, running: readonly string[]): string[] {
    const waiting = new Set(tenants);
    const shares = new Map([...waiting].map((tenant) => [tenant, running.filter((one) => one === tenant).length]));
    return [
      ...[...waiting].filter((tenant) => !this.#served.has(tenant)),
      ...[...this.#served].filter((tenant) => waiting.has(tenant)),
    ].sort((a, b) => (shares.get(a) ?? 0) - (shares.get(b) ?? 0));
  }

  took(tenant: string): void {
    this.#served.delete(tenant);
    this.#served.add(tenant);
  }
}

/**
 * The next job to start: the oldest of the tenant whose turn it is, in a collection without a running job.
 *
 * @param jobs in order of submission
 * @param except tenants whose jobs are left
 */
export function nextJob(
  jobs: readonly IngestionJob[],
  turns: TenantTurns,
  except: ReadonlySet<string> = new Set(),
): IngestionJob | null {
  const running = jobs.filter(({ state }) => state === 'running');
  const busy = new Set(running.map(({ collection }) => collection));
  const ready = jobs.filter(
    ({ state, collection, tenant }) => state === 'queued' && !busy.has(collection) && !except.has(tenant),
  );
  const [tenant] = turns.inOrder(
    ready.map((job) => job.tenant),
    running.map((job) => job.tenant),
  );
  return ready.find((job) => job.tenant === tenant) ?? null;
}
