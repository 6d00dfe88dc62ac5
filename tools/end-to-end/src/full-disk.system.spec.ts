import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, send } from './http-calls.js';
import { Processes } from './processes.js';
import { fillDisk, smallDiskMissing, startOnSmallDisk } from './small-disk.js';
import { TemporaryFolders } from './temporary-folders.js';

const processes = new Processes();
const folders = new TemporaryFolders();
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const noDisk = smallDiskMissing();
const because = noDisk === null ? '' : ` (skipped: ${noDisk})`;

(noDisk === null ? describe : describe.skip)(`a server whose disk is full${because}`, () => {
  let started: Awaited<ReturnType<typeof startOnSmallDisk>>;
  beforeAll(async () => {
    started = await startOnSmallDisk(processes, folders);
  });

  it('holds no file that another user could read', async () => {
    const { disk } = started;
    const names = await readdir(disk, { recursive: true });
    expect(names.length).toBeGreaterThan(10);
    const open: string[] = [];
    for (const name of names) {
      const { mode } = await stat(join(disk, name));
      if ((mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('is not ready and says why, is live and answers, and is ready again once there is room', async () => {
    const { server, url, disk } = started;
    const filler = join(disk, 'filler');
    await fillDisk(filler);
    const full = await send(`${url}/health/ready`);
    expect(full.status).toBe(503);
    expect(full.json()).toMatchObject({
      status: 'unready',
      checks: {
        library: { status: 'down', reason: 'disk full' },
        records: { status: 'down', reason: 'disk full' },
      },
    });
    expect((await send(`${url}/health/live`)).status).toBe(200);
    expect(await ask(url, { query: 'Who keeps the lantern?' })).toMatchObject({ status: 'declined' });
    await rm(filler);
    expect((await send(`${url}/health/ready`)).status).toBe(200);
    expect(`${server.stdout()}${server.stderr()}`).toContain('The disk is full');
    await server.stop();
  });
});
