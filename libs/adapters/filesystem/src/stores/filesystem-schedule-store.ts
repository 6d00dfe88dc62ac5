import { rm } from 'node:fs/promises';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits, parseJson } from '@arbiter/contracts';
import { ScheduleRecord, type ScheduleStore, type StoredSchedule } from '@arbiter/ports';
import { z } from 'zod';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { readFolder, readTextFile } from '../read-text-file.js';

const FOLDER = 'schedules';
const ENDING = '.json';

/** Each write has a name of its own, so that one that was deleted and written anew is another. */
const StoredRecord = ScheduleRecord.extend({ revision: z.string().min(1) });

/** One file per schedule, `schedules/<id>.json`. The data directory has one writer, whose writes are done in turns. */
export class FilesystemScheduleStore implements ScheduleStore {
  readonly #changes = new SerialQueue();

  /** @param newRevision gives another name each time, also in the next process */
  constructor(
    private readonly directory: DataDirectory,
    private readonly newRevision: () => string,
  ) {}

  async list(signal: AbortSignal): Promise<readonly StoredSchedule[]> {
    signal.throwIfAborted();
    const folder = this.directory.resolve(FOLDER);
    const files = await this.directory.attempt(folder, () => readFolder(folder));
    const ids = files
      .filter((file) => file.endsWith(ENDING))
      .flatMap((file) => idOfFileName(file.slice(0, -ENDING.length)) ?? [])
      .sort(compareCodeUnits);
    const records: StoredSchedule[] = [];
    for (const id of ids) {
      const record = await this.get(id, signal);
      if (record) records.push(record);
    }
    return records;
  }

  async get(scheduleId: string, signal: AbortSignal): Promise<StoredSchedule | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(scheduleId);
    if (path === null) return null;
    const text = await this.directory.attempt(path, () => readTextFile(path));
    if (text === null) return null;
    const record = StoredRecord.safeParse(parseJson(text));
    if (record.success) return record.data;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The schedule ${FOLDER}/${scheduleId}${ENDING} is damaged: delete the file, and schedule its sources anew.`,
      { cause: record.error },
    );
  }

  async save(record: ScheduleRecord, replaces: string | null, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const { id } = record.schedule;
    const path = this.#pathOf(id);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The id of the schedule is too long.');
    return this.#changes.run(id, async () => {
      const present = await this.get(id, signal);
      if ((present?.revision ?? null) !== replaces) return false;
      const { schedule, claimedAt } = record;
      const stored = { schedule, claimedAt, revision: this.newRevision() };
      await this.directory.write(path, `${JSON.stringify(stored, null, 2)}\n`);
      return true;
    });
  }

  async delete(scheduleId: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(scheduleId);
    if (path === null) return false;
    return this.#changes.run(scheduleId, async () => {
      const text = await this.directory.attempt(path, () => readTextFile(path));
      if (text === null) return false;
      await this.directory.attempt(path, () => rm(path, { force: true }));
      return true;
    });
  }

  #pathOf(scheduleId: string): string | null {
    const file = fileNameOf(scheduleId);
    return file === null ? null : this.directory.resolve(FOLDER, `${file}${ENDING}`);
  }
}
