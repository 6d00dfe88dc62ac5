import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@arbiter/testing';
import { startWorker, type StartedWorker } from '../../test/started-worker.js';
import { writeNotes } from '../../test/write-notes.js';

const MAX_OUTAGE_MS = 1_000;

describe('a store that is away for longer than a job waits', () => {
  let scratch: string;
  let worker: StartedWorker;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'arbiter-away-'));
    const QDRANT_URL = `http://127.0.0.1:${await freePort()}`;
    worker = await startWorker({ QDRANT_URL }, scratch, MAX_OUTAGE_MS);
  });
  afterAll(async () => {
    await worker.stop();
    await rm(scratch, { recursive: true });
  });

  it('fails the job after that time with what does not answer, and leaves nothing in the store that does', async () => {
    const notes = join(scratch, 'notes');
    await writeNotes(notes, 5);
    const { state, error, startedAt, finishedAt } = await worker.ended(await worker.submit(notes));
    expect([state, error]).toEqual(['failed', expect.stringContaining('QDRANT_URL')]);
    expect(Date.parse(finishedAt!) - Date.parse(startedAt!)).toBeGreaterThan(MAX_OUTAGE_MS / 2);
    expect(await worker.storedIds()).toEqual([]);
    expect(await worker.indexedIds('keywordIndex')).toEqual([]);
    // The worker survives and takes the next job.
    expect(await worker.ended(await worker.submit(notes))).toMatchObject({ state: 'failed', attempts: 1 });
  });
});
