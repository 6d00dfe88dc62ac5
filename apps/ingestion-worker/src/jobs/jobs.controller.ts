import { setTimeout as delay } from 'node:timers/promises';
import {
  cancelJob,
  type IngestionCounts,
  type IngestionJob,
  type JobEvent,
  type JobPace,
  type OperationInput,
  retryJob,
  submitJob,
  watchJob,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { Clock, CollectionCatalog, Embedder, IdGenerator, JobQueue } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { CATALOG, CLOCK, EMBEDDER, ID_GENERATOR, JOB_QUEUE } from '../ingestion-worker.tokens.js';
import { assertEmbedding, assertLanguage } from '../library/open-collection.js';
import { ReadablePaths } from '../load/readable-paths.js';
import { assertMayName, tenantFor } from '../access/tenancy.js';
import { JobBudgets } from '../pipeline/spending-budget.js';
import { Uploads } from '../uploads/uploads.js';
import { knownJob } from './job-reading.controller.js';
import { JobRunner } from './job-runner.js';

/** Polling interval for a watched job, in milliseconds, because another process may run it. */
const WATCH_INTERVAL_MS = 200;

/** Window of the pace, in milliseconds: long enough for a batch of a slow model, short enough to follow a change. */
const WINDOW_MS = 15_000;
/** Shortest window that gives a pace, in milliseconds. */
const SHORTEST_MS = 500;

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
    @Inject(Uploads) private readonly uploads: Pick<Uploads, 'assertOwned'>,
  ) {}

  @HandlesOperation(submitJob)
  async submit(
    { collection, sources, language, embedding, maxCost, tenant }: OperationInput<typeof submitJob>,
    { signal, principal }: OperationContext,
  ): Promise<IngestionJob> {
    assertMayName(sources, principal);
    assertEmbedding(this.embedder, embedding);
    this.budgets.assertReckonable(maxCost);
    await this.paths.assertReadable(sources);
    await this.uploads.assertOwned(sources, principal, signal);
    // Refuses early where possible; the job itself refuses a collection that is being created meanwhile.
    const manifest = await this.catalog.get(collection, signal);
    if (manifest) assertLanguage(manifest, language);
    return this.queue.submit(
      { id: this.ids.next('job'), collection, sources, language, maxCost, tenant: tenantFor(principal, tenant) },
      signal,
    );
  }

  @HandlesOperation(cancelJob)
  async cancel({ jobId }: OperationInput<typeof cancelJob>, { principal }: OperationContext): Promise<IngestionJob> {
    await knownJob(this.queue, jobId, principal);
    return this.queue.cancel(jobId);
  }

  @HandlesOperation(retryJob)
  async retry({ jobId }: OperationInput<typeof retryJob>, { principal }: OperationContext): Promise<IngestionJob> {
    await knownJob(this.queue, jobId, principal);
    return this.queue.retry(jobId);
  }

  @HandlesOperation(watchJob)
  async *watch(
    { jobId }: OperationInput<typeof watchJob>,
    { signal, principal }: OperationContext,
  ): AsyncGenerator<JobEvent, IngestionJob, undefined> {
    let told = '';
    const pace = new Pace();
    let failuresTold = 0;
    for (;;) {
      const job = await knownJob(this.queue, jobId, principal);
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

interface Observation {
  /** Monotonic time, in milliseconds. */
  readonly at: number;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
}

/** Documents that need no further work: added, changed, unchanged or failed. */
function settledOf({ added, changed, unchanged, failed }: IngestionCounts): number {
  return added + changed + unchanged + failed;
}

/** Pace of a job over the last seconds. */
export class Pace {
  private observations: Observation[] = [];

  /** @returns the pace per second; null after too few observations */
  observe(at: number, counts: IngestionCounts): JobPace | null {
    const last = { at, documents: settledOf(counts), chunks: counts.chunks, bytes: counts.bytes };
    // A new attempt restarts the counts.
    if (last.documents < (this.observations.at(-1)?.documents ?? 0)) this.observations = [];
    this.observations = [...this.observations.filter((one) => at - one.at <= WINDOW_MS), last];
    const [first = last] = this.observations;
    const seconds = (last.at - first.at) / 1_000;
    if (seconds * 1_000 < SHORTEST_MS) return null;
    return {
      documents: Math.max(0, (last.documents - first.documents) / seconds),
      chunks: Math.max(0, (last.chunks - first.chunks) / seconds),
      bytes: Math.max(0, (last.bytes - first.bytes) / seconds),
    };
  }
}

/** @returns seconds until the rest is settled at this pace; null if unknown */
export function secondsLeft(remaining: number | null, pace: JobPace | null): number | null {
  if (remaining === null || !pace || pace.documents === 0) return null;
  return remaining / pace.documents;
}
