import { IngestionSchedule } from '@arbiter/contracts';
import { z } from 'zod';

/** A schedule as stores write it down. */
export const ScheduleRecord = z.object({
  schedule: IngestionSchedule,
  /**
   * When a worker took it on itself to queue the job `schedule.lastJobId`; null once it has. One that stays is of a worker
   * that died in between. RFC 3339.
   */
  claimedAt: z.iso.datetime().nullable(),
});
export type ScheduleRecord = z.output<typeof ScheduleRecord>;

export interface StoredSchedule extends ScheduleRecord {
  /** Names this state of the record; another one after every write. */
  readonly revision: string;
}

/**
 * What is to be ingested again and again. Workers at the same time agree by the revision that a write replaces.
 * Rejects with ArbiterError: UNAVAILABLE when the store does not answer, or its disk is full or read-only.
 */
export interface ScheduleStore {
  /** In the order of their ids. */
  list(signal: AbortSignal): Promise<readonly StoredSchedule[]>;
  get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null>;
  /**
   * Writes a record under the id of its schedule, if nobody else has written it since.
   *
   * @param replaces the revision that is known; null where there is to be none
   * @returns false, and nothing is written, when there is another one
   */
  save(record: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean>;
  /** @returns false when it was not there */
  delete(scheduleId: string, signal: AbortSignal): Promise<boolean>;
}
