import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  getJob,
  listJobs,
  type IngestionJob,
  type OperationInput,
  type OperationOutput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationPayload } from '@arbiter/messaging';
import type { JobReader } from '@arbiter/ports';
import { JOB_READER } from '../ingestion-worker.tokens.js';
import { pageOf } from './job-page.js';

/** How jobs stand, which can be told without running any. */
@Controller()
export class JobReadingController {
  constructor(@Inject(JOB_READER) private readonly jobs: JobReader) {}

  @HandlesOperation(getJob)
  status(@OperationPayload() { jobId }: OperationInput<typeof getJob>): Promise<IngestionJob> {
    return knownJob(this.jobs, jobId);
  }

  @HandlesOperation(listJobs)
  async list(
    @OperationPayload() { collection, state, limit, before }: OperationInput<typeof listJobs>,
  ): Promise<OperationOutput<typeof listJobs>> {
    const jobs = await this.jobs.list({
      limit: limit + 1,
      ...(collection && { collection }),
      ...(state && { state }),
      ...(before && { before }),
    });
    return pageOf(jobs, limit);
  }
}

/** @throws ArbiterError NOT_FOUND */
export async function knownJob(jobs: JobReader, jobId: string): Promise<IngestionJob> {
  const job = await jobs.get(jobId);
  if (!job) throw new ArbiterError('NOT_FOUND', `There is no job "${jobId}".`, { details: { jobId } });
  return job;
}
