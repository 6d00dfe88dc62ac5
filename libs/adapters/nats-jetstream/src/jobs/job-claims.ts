import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import {
  type Clock,
  deadLetterReason,
  endedJob,
  hasEnded,
  requeuedJob,
  startedJob,
  TenantTurns,
  timestampOf,
} from '@arbiter/ports';
import { type JsMsg, nuid } from 'nats';
import type { JobContents, JobRecord, JobRecords } from './job-records.js';
import type { WorkStream } from './work-stream.js';

/** When a message comes again whose job cannot start yet, in milliseconds. */
const AGAIN_MS = 250;
/**
 * A message is written before its record. One that came so often without a record never gets it: a minute at least. Deliveries are
 * counted instead of time because the time of a message is that of the broker, whose clock need not be ours.
 */
const ABANDONED_DELIVERIES = 60_000 / AGAIN_MS;

interface JobClaimPorts {
  readonly records: JobRecords;
  readonly contents: JobContents;
  readonly stream: WorkStream;
  readonly held: HeldJobs;
  readonly clock: Clock;
  /** Dead workers after which a job is given up. */
  readonly maxDeliveries: number;
}

/** Takes jobs from the stream: whose turn it is, and what becomes of a job whose worker died. */
export class JobClaims {
  readonly #turns = new TenantTurns();

  constructor(private readonly ports: JobClaimPorts) {}

  /** @returns null when no job can be started now */
  async next(signal: AbortSignal, except: ReadonlySet<string> = new Set()): Promise<IngestionJob | null> {
    const lanes = (await this.ports.stream.lanes(signal)).filter(({ tenant }) => !except.has(tenant));
    const waiting = lanes.map(({ tenant }) => tenant);
    for (const tenant of this.#turns.inOrder(waiting, this.ports.held.tenants)) {
      for (const lane of lanes.filter((one) => one.tenant === tenant)) {
        signal.throwIfAborted();
        const job = await this.#fromLane(() => this.ports.stream.take(lane, signal), signal);
        if (!job) continue;
        this.#turns.took(tenant);
        return job;
      }
    }
    return null;
  }

  /** Messages that bring no job are cleared away, and the next one is looked at. */
  async #fromLane(take: () => Promise<JsMsg | null>, signal: AbortSignal): Promise<IngestionJob | null> {
    for (let message = await take(); message; message = await take()) {
      const outcome = await this.#start(message, signal);
      if (outcome === 'later') {
        message.nak(AGAIN_MS);
        return null;
      }
      if (outcome !== 'over') return outcome;
      await message.ackAck();
    }
    return null;
  }

  async #start(message: JsMsg, signal: AbortSignal): Promise<IngestionJob | 'later' | 'over'> {
    const { records } = this.ports;
    const record = await records.get(message.string(), signal);
    if (!record || record.sequence < message.seq) return this.#isAbandoned(message) ? 'over' : 'later';
    if (record.sequence > message.seq || hasEnded(record.job)) return 'over';
    const next = this.#afterDeath(record);
    if (hasEnded(next.job)) {
      await records.change(next.job.id, (now) => (now.token === record.token ? next : now), signal);
      await this.ports.contents.forget(record, signal);
      return 'over';
    }
    if (!(await records.takeCollection(next.job, signal))) return 'later';
    return this.#hand(record, message, signal);
  }

  async #hand(seen: JobRecord, message: JsMsg, signal: AbortSignal): Promise<IngestionJob | 'later'> {
    const { records, contents, held, clock } = this.ports;
    const sources = await contents.of(seen, signal);
    const token = nuid.next();
    const changed = await records.change(
      seen.job.id,
      (now) => {
        // Cancelled meanwhile, or another's: looked at anew when the message comes again.
        if (hasEnded(now.job) || now.token !== seen.token || now.cancelRequested !== seen.cancelRequested) return now;
        const next = this.#afterDeath(now);
        return { ...next, job: startedJob(next.job, timestampOf(clock)), token };
      },
      signal,
    );
    if (changed.token !== token) return 'later';
    held.hold(seen.job, message, token);
    const job = { ...changed.job, sources };
    await records.forgetEqual(job, signal);
    return job;
  }

  /** A job that is running while its message comes again has lost its worker. */
  #afterDeath(record: JobRecord): JobRecord {
    const { job } = record;
    if (job.state !== 'running') return record;
    const deaths = record.deaths + 1;
    const at = timestampOf(this.ports.clock);
    const end = { ...record, deaths, token: null, cancelRequested: false };
    if (record.cancelRequested) return { ...end, job: endedJob(job, 'cancelled', { error: null, at }) };
    if (deaths < this.ports.maxDeliveries) return { ...end, job: requeuedJob(job) };
    return { ...end, job: endedJob(job, 'dead_lettered', { error: deadLetterReason(deaths, job), at }) };
  }

  #isAbandoned({ info }: JsMsg): boolean {
    return info.deliveryCount > ABANDONED_DELIVERIES;
  }
}

interface HeldJob {
  readonly message: JsMsg;
  readonly token: string;
  readonly tenant: string;
  /** Monotonic time of the last sign of life that the broker has had, in milliseconds. */
  aliveAt: number;
}

/** The jobs that workers of this process are at, each with the message that is to be acknowledged. */
export class HeldJobs {
  readonly #held = new Map<string, HeldJob>();

  /** @param leaseMs time without a sign of life after which the broker gives a job to others */
  constructor(
    private readonly clock: Clock,
    private readonly leaseMs: number,
  ) {}

  /** The tenant of each job. */
  get tenants(): string[] {
    return [...this.#held.values()].map(({ tenant }) => tenant);
  }

  hold({ id, tenant }: Pick<IngestionJob, 'id' | 'tenant'>, message: JsMsg, token: string): void {
    this.#held.set(id, { message, token, tenant, aliveAt: this.clock.monotonic() });
  }

  get(jobId: string): Pick<HeldJob, 'message' | 'token'> | null {
    return this.#held.get(jobId) ?? null;
  }

  release(jobId: string): void {
    this.#held.delete(jobId);
  }

  wasAlive(jobId: string): void {
    const held = this.#held.get(jobId);
    if (held) held.aliveAt = this.clock.monotonic();
  }

  /** @throws ArbiterError CONFLICT when the broker has had no sign of life for so long that others may have the job */
  assertAlive(jobId: string): void {
    const held = this.#held.get(jobId);
    if (!held || this.clock.monotonic() - held.aliveAt < this.leaseMs) return;
    this.release(jobId);
    throw lost(jobId);
  }
}

export function lost(jobId: string): ArbiterError {
  return new ArbiterError('CONFLICT', `Job "${jobId}" is not running here any more.`, { details: { jobId } });
}
