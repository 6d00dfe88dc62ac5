import { spawnSync } from 'node:child_process';
import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@arbiter/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ask, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { Processes } from './processes.js';
import { TemporaryFolders } from './temporary-folders.js';

const DISK_MEGABYTES = 48;
const FILLER_BYTES = 1_024 * 1_024;
/** As long as the disk is small, as many writes fill it for sure. */
const MOST_FILLERS = 2 * DISK_MEGABYTES;

const processes = new Processes();
const folders = new TemporaryFolders();
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
const itWithDisk = mayMount ? it : it.skip;
const because = mayMount ? '' : ' (skipped: this user cannot mount a small disk)';

/** A server whose data directory is a disk of its own, seen by nobody else but through /proc. */
async function startOnSmallDisk() {
  const [dataDir, port, retrieverPort] = await Promise.all([folders.create(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const mount = `mount -t tmpfs -o size=${DISK_MEGABYTES}m tmpfs "$ARBITER_DATA_DIR" && exec "$@"`;
  const server = await processes.start({
    command: 'unshare',
    args: ['--mount', 'sh', '-c', mount, 'sh', process.execPath, WORKSPACE.main('standalone')],
    env: {
      ...NO_READER,
      ARBITER_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ORCHESTRATOR_PORT: `${port}`,
      RETRIEVER_PORT: `${retrieverPort}`,
    },
    readyUrl: `${url}/health/ready`,
  });
  return { server, url, disk: join('/proc', `${server.pid}`, 'root', dataDir) };
}

async function fill(path: string): Promise<void> {
  for (let fillers = 0; fillers < MOST_FILLERS; fillers += 1) {
    const full = await appendFile(path, Buffer.alloc(FILLER_BYTES)).then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC',
    );
    if (full) return;
  }
  throw new Error('the disk took more than it holds');
}

describe('a server whose disk is full', () => {
  itWithDisk(
    `is not ready and says why, is live and answers, and is ready again once there is room${because}`,
    async () => {
      const { server, url, disk } = await startOnSmallDisk();
      const filler = join(disk, 'filler');
      await fill(filler);
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
    },
  );

  itWithDisk(`holds no file that another user could read${because}`, async () => {
    const { server, disk } = await startOnSmallDisk();
    const names = await readdir(disk, { recursive: true });
    expect(names.length).toBeGreaterThan(10);
    const open: string[] = [];
    for (const name of names) {
      const { mode } = await stat(join(disk, name));
      if ((mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
    await server.stop();
  });
});
