import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import {
  cancelJob,
  retryJob,
  submitJob,
  watchJob,
  type IngestionJob,
  type JobEvent,
  type OperationInput,
} from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import type { Clock, CollectionCatalog, Embedder, IdGenerator, JobQueue } from '@arbiter/ports';
import { CATALOG, CLOCK, EMBEDDER, ID_GENERATOR, JOB_QUEUE } from '../ingestion-worker.tokens.js';
import { assertEmbedding, assertLanguage } from '../pipeline/open-collection.js';
import { knownJob } from './job-reading.controller.js';
import { ReadablePaths } from '../load/readable-paths.js';
import { JobBudgets } from '../pipeline/spending-budget.js';
import { JobRunner } from './job-runner.js';
import { Pace, secondsLeft, settledOf } from './pace.js';

/** How often a watched job is looked at, in milliseconds: the queue may be fed by another process. */
const WATCH_INTERVAL_MS = 200;

@Controller()
export class JobsController {
  constructor(
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(ID_GENERATOR) private readonly ids: IdGenerator,
    @Inject(JobRunner) private readonly runner: JobRunner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EMBEDDER) private readonly embedder: Pick<Embedder, 'model' | 'dimensions'>,
    @Inject(JobBudgets) private readonly budgets: Pick<JobBudgets, 'assertReckonable'>,
    @Inject(ReadablePaths) private readonly paths: Pick<ReadablePaths, 'assertReadable'>,
  ) {}

  @HandlesOperation(submitJob)
  async submit(
    @OperationPayload() { collection, sources, language, embedding, maxCost, tenant }: OperationInput<typeof submitJob>,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<IngestionJob> {
    assertEmbedding(this.embedder, embedding);
    this.budgets.assertReckonable(maxCost);
    await this.paths.assertReadable(sources);
    // Told at once where it can be; a collection that is being made meanwhile refuses when the job runs.
    const manifest = await this.catalog.get(collection, signal);
    if (manifest) assertLanguage(manifest, language);
    return this.queue.submit({ id: this.ids.next('job'), collection, sources, language, maxCost, tenant }, signal);
  }

  @HandlesOperation(cancelJob)
  cancel(@OperationPayload() { jobId }: OperationInput<typeof cancelJob>): Promise<IngestionJob> {
    return this.queue.cancel(jobId);
  }

  @HandlesOperation(retryJob)
  retry(@OperationPayload() { jobId }: OperationInput<typeof retryJob>): Promise<IngestionJob> {
    return this.queue.retry(jobId);
  }

  @HandlesOperation(watchJob)
  async *watch(
    @OperationPayload() { jobId }: OperationInput<typeof watchJob>,
    @OperationCtx() { signal }: OperationContext,
  ): AsyncGenerator<JobEvent, IngestionJob, undefined> {
    let told = '';
    const pace = new Pace();
    let failuresTold = 0;
    for (;;) {
      const job = await knownJob(this.queue, jobId);
      for (const failure of job.failures.slice(failuresTold)) yield { type: 'failure', failure };
      failuresTold = job.failures.length;
      const telling = JSON.stringify([job.state, job.counts, this.currentOf(jobId)]);
      if (telling !== told) yield this.progressOf(job, pace);
      told = telling;
      if (job.finishedAt !== null) return job;
      await delay(WATCH_INTERVAL_MS, undefined, { signal });
    }
  }

  private currentOf(jobId: string): string | null {
    return this.runner.progressOf(jobId)?.current ?? null;
  }

  private progressOf({ id, state, counts }: IngestionJob, pace: Pace): JobEvent {
    const settled = settledOf(counts);
    // All documents are listed before the first is read.
    const total = counts.found === 0 ? null : counts.found;
    const now = pace.observe(this.clock.monotonic(), counts);
    return {
      type: 'progress',
      state,
      counts,
      current: this.currentOf(id),
      settled,
      total,
      pace: now,
      secondsLeft: secondsLeft(total === null ? null : Math.max(0, total - settled), now),
    };
  }
}
