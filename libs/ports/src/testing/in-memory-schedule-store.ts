import { compareCodeUnits } from '@arbiter/contracts';
import type { ScheduleRecord, ScheduleStore, StoredSchedule } from '../schedule-store.js';
import { answer } from './answer.js';

export class InMemoryScheduleStore implements ScheduleStore {
  readonly #records = new Map<string, StoredSchedule>();
  #revisions = 0;

  list(signal: AbortSignal): Promise<readonly StoredSchedule[]> {
    return answer(signal, () =>
      structuredClone([...this.#records.values()]).sort((a, b) => compareCodeUnits(a.schedule.id, b.schedule.id)),
    );
  }

  get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null> {
    return answer(signal, () => structuredClone(this.#records.get(scheduleId) ?? null));
  }

  save({ schedule, claimedAt }: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => {
      if ((this.#records.get(schedule.id)?.revision ?? null) !== replaces) return false;
      this.#revisions += 1;
      const revision = String(this.#revisions);
      this.#records.set(schedule.id, structuredClone({ schedule, claimedAt, revision }));
      return true;
    });
  }

  delete(scheduleId: string, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#records.delete(scheduleId));
  }
}
