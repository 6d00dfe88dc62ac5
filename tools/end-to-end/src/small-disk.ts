import { spawnSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { WORKSPACE } from './installation.js';
import type { Processes } from './processes.js';
import type { TemporaryFolders } from './temporary-folders.js';

const DISK_MEGABYTES = 48;
const FILLER_BYTES = 1_024 * 1_024;
/** Loading the model on a busy machine takes its time. */
const READY_MS = 150_000;
/** As long as the disk is small, as many writes fill it for sure. */
const MOST_FILLERS = 2 * DISK_MEGABYTES;

/** @returns why there can be no small disk here, or null */
export function smallDiskMissing(): string | null {
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? null : 'this user cannot mount a small disk';
}

/** A server whose data directory is a disk of its own, seen by nobody else but through /proc. */
export async function startOnSmallDisk(processes: Processes, folders: TemporaryFolders) {
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
    timeoutMs: READY_MS,
  });
  return { server, url, disk: join('/proc', `${server.pid}`, 'root', dataDir) };
}

/** Writes until nothing more fits. */
export async function fillDisk(path: string): Promise<void> {
  for (let fillers = 0; fillers < MOST_FILLERS; fillers += 1) {
    const full = await appendFile(path, Buffer.alloc(FILLER_BYTES)).then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC',
    );
    if (full) return;
  }
  throw new Error('the disk took more than it holds');
}
