import {
  ArbiterError,
  getJob,
  type IngestionJob,
  listJobs,
  type OperationInput,
  type OperationOutput,
  type Principal,
  reaches,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { JobReader } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { boundedPage } from '../library/bounded-page.js';
import { JOB_READER } from '../ingestion-worker.tokens.js';

/** Most sources that a list shows of a job; the job itself has them all. */
const SOURCES_SHOWN = 20;
const ISSUES_SHOWN = 10;
/** A page ends after this many characters: half of what a NATS message may hold by default. */
const PAGE_CHARS = 512 * 1_024;

/** Reads the states of jobs without running any. */
@Controller()
export class JobReadingController {
  constructor(@Inject(JOB_READER) private readonly jobs: JobReader) {}

  @HandlesOperation(getJob)
  status({ jobId }: OperationInput<typeof getJob>, { principal }: OperationContext): Promise<IngestionJob> {
    return knownJob(this.jobs, jobId, principal);
  }

  @HandlesOperation(listJobs)
  async list({ collection, state, limit, before }: OperationInput<typeof listJobs>, { principal }: OperationContext) {
    // None are before a job that is unknown, and for this caller one of another tenant is.
    const end = before !== undefined && principal ? await this.jobs.get(before) : null;
    if (end && !reaches(principal, end.collection)) return { jobs: [], next: null };
    const jobs = await this.jobs.list({
      limit: limit + 1,
      ...(collection && { collection }),
      ...(principal && { isReached: (name: string) => reaches(principal, name) }),
      ...(state && { state }),
      ...(before && { before }),
    });
    return pageOf(jobs, limit);
  }
}

/** @throws ArbiterError NOT_FOUND, for a job of another tenant as well */
export async function knownJob(
  jobs: JobReader,
  jobId: string,
  principal: Principal | null = null,
): Promise<IngestionJob> {
  const job = await jobs.get(jobId);
  if (!job || !reaches(principal, job.collection))
    throw new ArbiterError('NOT_FOUND', `There is no job "${jobId}".`, { details: { jobId } });
  return job;
}

/**
 * A page of jobs of bounded size, whatever the jobs hold.
 *
 * @param jobs one more than `limit`, if there are so many
 */
export function pageOf(jobs: readonly IngestionJob[], limit: number): OperationOutput<typeof listJobs> {
  const page = boundedPage(jobs, entryOf, { limit, maxLength: PAGE_CHARS });
  return { jobs: page, next: page.length < jobs.length ? (page.at(-1)?.id ?? null) : null };
}

function entryOf(job: IngestionJob): IngestionJob {
  const { sources, failures, warnings = [], leftOut = [] } = job;
  const omitted = {
    sources: Math.max(0, sources.length - SOURCES_SHOWN),
    failures: Math.max(0, failures.length - ISSUES_SHOWN),
    warnings: Math.max(0, warnings.length - ISSUES_SHOWN),
    leftOut: Math.max(0, leftOut.length - ISSUES_SHOWN),
  };
  return {
    ...job,
    sources: sources.slice(0, SOURCES_SHOWN).map((source) => {
      if (source.kind === 'inline') return { ...source, content: '', metadata: {} };
      return source.kind === 'upload' ? { ...source, metadata: {} } : source;
    }),
    failures: failures.slice(0, ISSUES_SHOWN),
    ...(job.warnings && { warnings: warnings.slice(0, ISSUES_SHOWN) }),
    ...(job.leftOut && { leftOut: leftOut.slice(0, ISSUES_SHOWN) }),
    ...(Object.values(omitted).some((count) => count > 0) && { omitted }),
  };
}
