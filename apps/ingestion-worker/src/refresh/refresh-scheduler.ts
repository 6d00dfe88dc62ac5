import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, intervalMsOf, type RefreshInterval } from '@arbiter/contracts';
import {
  type Clock,
  hasEnded,
  type IdGenerator,
  type JobQueue,
  type ScheduleStore,
  type StoredSchedule,
  timestampOf,
} from '@arbiter/ports';
import type { JobRunnerLog } from '../jobs/job-attempt.js';

/** Polling interval of the schedules, in milliseconds. */
const TICK_MS = 15_000;
/** A worker that has not queued its claimed run after this time counts as dead, in milliseconds. */
const CLAIM_MS = 60_000;

/** Most delay of a run, as a share of its interval, so that a host does not receive all requests at one moment. */
const JITTER = 0.1;

export interface RefreshPorts {
  readonly schedules: ScheduleStore;
  readonly queue: Pick<JobQueue, 'get' | 'submit'>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: JobRunnerLog;
}

/**
 * Queues the jobs of schedules that are due. Among several workers, the one whose write replaces the record queues the job. If
 * that worker dies before it queues, another takes over the claim, with the same job id.
 */
export class RefreshScheduler {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | null = null;

  constructor(private readonly ports: RefreshPorts) {}

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort(new ArbiterError('CANCELLED', 'The worker is stopping.'));
    await this.loop;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let isAway = false;
    while (!this.isStopping()) {
      try {
        await this.tick(signal);
        isAway = false;
      } catch (err) {
        if (this.isStopping()) return;
        // Logged once, however long the store stays away.
        if (!isAway) this.ports.log.error({ err }, 'the schedules could not be read');
        isAway = true;
      }
      await delay(TICK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Checks all schedules once. A failing schedule does not hold up the others. */
  async tick(signal: AbortSignal): Promise<void> {
    for (const stored of await this.ports.schedules.list(signal)) {
      try {
        await this.attend(stored, signal);
      } catch (err) {
        signal.throwIfAborted();
        this.ports.log.warn({ scheduleId: stored.schedule.id, err }, 'a scheduled job could not be queued');
      }
    }
  }

  private async attend(stored: StoredSchedule, signal: AbortSignal): Promise<void> {
    const { schedules, queue, clock, ids, random, log } = this.ports;
    const { schedule, claimedAt, revision } = stored;
    const now = clock.now();
    if (claimedAt !== null) {
      if (now - Date.parse(claimedAt) >= CLAIM_MS) await this.enqueue(stored, signal);
      return;
    }
    if (Date.parse(schedule.nextDueAt) > now) return;
    const next = { ...schedule, nextDueAt: nextDueAt(schedule.refresh, now, random()) };
    const last = await queue.get(schedule.lastJobId);
    if (last && !hasEnded(last)) {
      log.info({ scheduleId: schedule.id, jobId: last.id }, 'a scheduled job is left out: the last one still runs');
      await schedules.save({ schedule: next, claimedAt: null }, revision, signal);
      return;
    }
    const claim = { schedule: { ...next, lastJobId: ids.next('job') }, claimedAt: timestampOf(clock) };
    if (!(await schedules.save(claim, revision, signal))) return;
    const claimed = await schedules.get(schedule.id, signal);
    if (claimed?.schedule.lastJobId === claim.schedule.lastJobId) await this.enqueue(claimed, signal);
  }

  private async enqueue({ schedule, revision }: StoredSchedule, signal: AbortSignal): Promise<void> {
    const { schedules, queue, log } = this.ports;
    const { collection, sources, language, maxCost, tenant, lastJobId: id } = schedule;
    const request = { id, collection, sources, language, maxCost, tenant };
    const job = (await queue.get(id)) ?? (await queue.submit(request, signal));
    log.info({ scheduleId: schedule.id, jobId: job.id }, 'a scheduled job is queued');
    await schedules.save({ schedule: { ...schedule, lastJobId: job.id }, claimedAt: null }, revision, signal);
  }
}

/**
 * @param now milliseconds since the Unix epoch
 * @param random from 0 to below 1
 * @returns when sources are to be ingested again, RFC 3339
 */
export function nextDueAt(refresh: RefreshInterval, now: number, random: number): string {
  return new Date(now + Math.round(intervalMsOf(refresh) * (1 + JITTER * random))).toISOString();
}
