import {
  ArbiterError,
  type IngestionSchedule,
  listSchedules,
  type OperationInput,
  type OperationOutput,
  reaches,
  removeSchedule,
  scheduleIngestion,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import {
  type Clock,
  type CollectionCatalog,
  type Embedder,
  type IdGenerator,
  jobKey,
  type JobQueue,
  type ScheduleStore,
  timestampOf,
} from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { CATALOG, CLOCK, EMBEDDER, ID_GENERATOR, JOB_QUEUE, SCHEDULE_STORE } from '../ingestion-worker.tokens.js';
import { assertMayName, tenantFor } from '../access/tenancy.js';
import { assertEmbedding, assertLanguage } from '../library/open-collection.js';
import { ReadablePaths } from '../load/readable-paths.js';
import { JobBudgets } from '../pipeline/spending-budget.js';
import { nextDueAt } from './refresh-scheduler.js';
import { sha256 } from '../library/sha256.js';

/** Hexadecimal digits of the digest in an id. */
const ID_DIGITS = 16;
/** Attempts to write a schedule that others write at the same time. */
const MOST_TRIES = 8;

@Controller()
export class SchedulesController {
  constructor(
    @Inject(SCHEDULE_STORE) private readonly schedules: ScheduleStore,
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(ID_GENERATOR) private readonly ids: IdGenerator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EMBEDDER) private readonly embedder: Pick<Embedder, 'model' | 'dimensions'>,
    @Inject(JobBudgets) private readonly budgets: Pick<JobBudgets, 'assertReckonable'>,
    @Inject(ReadablePaths) private readonly paths: Pick<ReadablePaths, 'assertReadable'>,
  ) {}

  @HandlesOperation(scheduleIngestion)
  async schedule(
    { refresh, embedding, maxCost, tenant, ...rest }: OperationInput<typeof scheduleIngestion>,
    { signal, principal }: OperationContext,
  ) {
    const request = { ...rest, tenant: tenantFor(principal, tenant) };
    assertMayName(request.sources, principal);
    assertEmbedding(this.embedder, embedding);
    this.budgets.assertReckonable(maxCost);
    await this.paths.assertReadable(request.sources);
    const manifest = await this.catalog.get(request.collection, signal);
    if (manifest) assertLanguage(manifest, request.language);
    const id = `schedule-${sha256(jobKey(request)).slice(0, ID_DIGITS)}`;
    const job = await this.queue.submit({ id: this.ids.next('job'), ...request, maxCost }, signal);
    const now = timestampOf(this.clock);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const present = await this.schedules.get(id, signal);
      const schedule: IngestionSchedule = {
        id,
        ...request,
        ...(maxCost !== undefined && { maxCost }),
        refresh,
        createdAt: present?.schedule.createdAt ?? now,
        // The first job runs at once, and the next one after a whole interval.
        nextDueAt: nextDueAt(refresh, this.clock.now(), 0),
        lastJobId: job.id,
      };
      if (await this.schedules.save({ schedule, claimedAt: null }, present?.revision ?? null, signal))
        return { schedule, job };
    }
    throw new ArbiterError('CONFLICT', 'Others change the same schedule; try again.', { details: { scheduleId: id } });
  }

  @HandlesOperation(listSchedules)
  async list({ collection }: OperationInput<typeof listSchedules>, { signal, principal }: OperationContext) {
    const found = (await this.schedules.list(signal)).map(({ schedule }) => schedule);
    const wanted = found.filter(
      (schedule) =>
        reaches(principal, schedule.collection) && (collection === undefined || schedule.collection === collection),
    );
    const schedules: OperationOutput<typeof listSchedules>['schedules'] = [];
    for (const schedule of wanted) schedules.push({ schedule, lastJob: await this.queue.get(schedule.lastJobId) });
    return { schedules };
  }

  @HandlesOperation(removeSchedule)
  async remove(
    { scheduleId }: OperationInput<typeof removeSchedule>,
    { signal, principal }: OperationContext,
  ): Promise<IngestionSchedule> {
    const present = /^[\w-]+$/.test(scheduleId) ? await this.schedules.get(scheduleId, signal) : null;
    if (present && reaches(principal, present.schedule.collection) && (await this.schedules.delete(scheduleId, signal)))
      return present.schedule;
    throw new ArbiterError('NOT_FOUND', `There is no schedule "${scheduleId}".`, { details: { scheduleId } });
  }
}
