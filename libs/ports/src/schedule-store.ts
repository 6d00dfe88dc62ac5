import { IngestionSchedule } from '@arbiter/contracts';
import { z } from 'zod';

/** Schema of a stored schedule. */
export const ScheduleRecord = z.object({
  schedule: IngestionSchedule,
  /**
   * When a worker claimed the submission of job `schedule.lastJobId`, RFC 3339; null once the job is queued. If a claim stays,
   * its worker died in between.
   */
  claimedAt: z.iso.datetime().nullable(),
});
export type ScheduleRecord = z.output<typeof ScheduleRecord>;

export interface StoredSchedule extends ScheduleRecord {
  /** Identifies this state of the record; it changes with every write. */
  readonly revision: string;
}

/**
 * Schedules of repeated ingestions. Concurrent workers coordinate by the revision that a write replaces. Rejects with
 * ArbiterError: UNAVAILABLE when the store does not answer, or its disk is full or read-only.
 */
export interface ScheduleStore {
  /** By id, ascending. */
  list(signal: AbortSignal): Promise<readonly StoredSchedule[]>;
  get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null>;
  /**
   * Writes a record under the id of its schedule, unless it was written since.
   *
   * @param replaces the known revision; null: there must be no record yet
   * @returns false, without writing, if the revision differs
   */
  save(record: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean>;
  /** @returns false for an unknown schedule */
  delete(scheduleId: string, signal: AbortSignal): Promise<boolean>;
}
