import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describeScheduleStore, scheduleRecordOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemScheduleStore } from './filesystem-schedule-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeScheduleStore(
  'FilesystemScheduleStore',
  async () => new FilesystemScheduleStore(await newDirectory(), randomUUID),
);

describe('FilesystemScheduleStore', () => {
  it('finds after a restart what was written before', async () => {
    const directory = await newDirectory();
    await new FilesystemScheduleStore(directory, randomUUID).save(scheduleRecordOf('schedule-a'), null, live);
    const found = await new FilesystemScheduleStore(directory, randomUUID).list(live);
    expect(found).toMatchObject([scheduleRecordOf('schedule-a')]);
  });

  it('names the file that is damaged', async () => {
    const directory = await newDirectory();
    const store = new FilesystemScheduleStore(directory, randomUUID);
    await store.save(scheduleRecordOf('schedule-a'), null, live);
    await writeFile(directory.resolve('schedules/schedule-a.json'), '{');
    await expect(store.list(live)).rejects.toThrow('schedules/schedule-a.json is damaged');
  });
});
