import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type StartedWorker } from '../../test/started-worker.js';
import { writeNotes } from '../../test/write-notes.js';

const DISK_MIB = 48;
/** Enough for some of the documents. */
const LEFT_BYTES = 250 * 1_024;
const NOTES = 50;

/** Mounts a separate disk, which only some users may do. */
function mountDisk(path: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', path], { stdio: 'ignore' });
    return null;
  } catch {
    return 'a disk of its own cannot be mounted by this user';
  }
}

const scratch = await mkdtemp(join(tmpdir(), 'arbiter-full-disk-'));
const data = join(scratch, 'data');
await mkdir(data);
const noDisk = mountDisk(data);
const suite = noDisk === null ? describe : describe.skip;

afterAll(async () => {
  // A store may close its last file later.
  if (noDisk === null) execFileSync('umount', ['--lazy', data]);
  await rm(scratch, { recursive: true });
});

suite(`a disk that is full${noDisk === null ? '' : ` (skipped: ${noDisk})`}`, () => {
  let worker: StartedWorker;
  beforeAll(async () => {
    worker = await startWorker({ ARBITER_DATA_DIR: data }, scratch, 1_000);
  });
  afterAll(() => worker.stop());

  it('fails the job with the reason, leaves nothing half written, and lets the worker go on once there is room', async () => {
    const [few, many] = [join(scratch, 'few'), join(scratch, 'many')];
    await writeNotes(few, 1);
    await writeNotes(many, NOTES);
    expect((await worker.ended(await worker.submit(few))).state).toBe('succeeded');

    const { bavail, bsize } = await statfs(data);
    const filler = join(data, 'filler');
    await writeFile(filler, Buffer.alloc(bavail * bsize - LEFT_BYTES));
    const failed = await worker.ended(await worker.submit(many));
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(/disk (is )?full/) });
    await rm(filler);
    const stored = await worker.storedIds();
    expect(stored.length).toBeLessThan(NOTES);
    expect(await worker.indexedIds('vectorIndex')).toEqual(stored);
    expect(await worker.indexedIds('keywordIndex')).toEqual(stored);

    const again = await worker.ended(await worker.submit(many));
    expect(again).toMatchObject({ state: 'succeeded', counts: { found: NOTES, failed: 0 } });
    const all = await worker.storedIds();
    expect(all).toHaveLength(NOTES + 1);
    expect(await worker.indexedIds('vectorIndex')).toEqual(all);
    expect(await worker.indexedIds('keywordIndex')).toEqual(all);
  });
});
