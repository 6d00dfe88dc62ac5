import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { ScheduleRecord, type ScheduleStore, type StoredSchedule } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

export const SCHEDULES_BUCKET = 'arbiter-schedules';

/** Schedules as keys `schedule.<id>`; the bucket's own revisions tell their states apart. */
export class JetStreamScheduleStore implements ScheduleStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = SCHEDULES_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async list(signal: AbortSignal): Promise<readonly StoredSchedule[]> {
    const entries = await this.#bucket.entries('schedule.*', signal);
    // What another version has written is not this one's to do.
    return entries
      .flatMap((entry) => recordOf(entry) ?? [])
      .sort((a, b) => compareCodeUnits(a.schedule.id, b.schedule.id));
  }

  async get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null> {
    const entry = await this.#bucket.last(keyOf(scheduleId), signal);
    return entry && recordOf(entry);
  }

  async save(record: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean> {
    const { schedule, claimedAt } = record;
    const value = encodeJson({ schedule, claimedAt });
    try {
      await this.#bucket.replace(keyOf(schedule.id), value, Number(replaces ?? 0), signal);
      return true;
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'CONFLICT') return false;
      throw error;
    }
  }

  async delete(scheduleId: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#bucket.delete(keyOf(scheduleId), signal)) > 0;
  }
}

function keyOf(scheduleId: string): string {
  return `schedule.${keyPart(scheduleId)}`;
}

function recordOf({ value, revision }: BucketEntry): StoredSchedule | null {
  const record = decodeJson(ScheduleRecord, value);
  return record && { ...record, revision: String(revision) };
}
