import { appendFile, readFile } from 'node:fs/promises';
import { NO_COUNTS } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { jobOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { openDataDirectory } from '../open-data-directory.js';
import { FilesystemJobQueue } from './filesystem-job-queue.js';
import { FilesystemJobReader } from './filesystem-job-reader.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describe('FilesystemJobReader', () => {
  it('tells of the jobs beside the worker, and of those that a dead one left as waiting, and changes nothing', async () => {
    const directory = await newDirectory();
    const log = directory.resolve('jobs/log.jsonl');
    const reader = new FilesystemJobReader(
      await openDataDirectory({ path: directory.path, mode: 'read', clock: SYSTEM_CLOCK }),
    );
    expect(await reader.list({ limit: 10 })).toEqual([]);
    const queue = await FilesystemJobQueue.open({ directory, clock: SYSTEM_CLOCK });
    for (const id of ['done', 'working', 'waiting']) await queue.submit(jobOf(id, { collection: id }), live);
    await queue.claim('worker', live);
    await queue.finish('done', { state: 'failed', error: 'Why.' });
    await queue.claim('worker', live);
    expect(await reader.list({ limit: 10 })).toEqual(await queue.list({ limit: 10 }));
    expect(await reader.list({ state: 'running', limit: 10 })).toMatchObject([{ id: 'working' }]);
    expect(await reader.get('done')).toEqual(await queue.get('done'));
    expect(await reader.get('unknown')).toBeNull();

    await queue.close();
    await directory.close();
    // A line that a crash cut short.
    await appendFile(log, '{"type":"claimed","id":"wai');
    const before = await readFile(log, 'utf8');
    expect(await reader.get('working')).toMatchObject({ state: 'queued', attempts: 1, counts: NO_COUNTS });
    expect(await reader.get('waiting')).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await readFile(log, 'utf8')).toBe(before);
  });
});
