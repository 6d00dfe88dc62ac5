import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, timestampOf } from '@arbiter/ports';
import { LOCK_FOLDER, readLockOwner, STAGING_FOLDER } from '../data-directory.js';
import { DirectoryLock } from '../directory-lock.js';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFolder } from '../private-files.js';
import { nullWhenMissing, readFolder } from '../read-text-file.js';
import { OWN_TOP_NAMES, OWNED_FOLDERS } from './data-parts.js';

/** Below the staging folder: what is being restored, until all of it is proven. */
const INCOMING = 'restore';
/** In its place once it is proven. From then on an opening of the directory for writing finishes the restore. */
const PROVEN = 'restore-proven';
const MOVING = /^restore-proven-\d+\.moving$/;
/** Left in place by a restore: the lock is held, and the staging folder holds what comes. */
const STAYING = new Set([LOCK_FOLDER, STAGING_FOLDER]);
/** What makes no folder full: the root of a disk has the one, a restore before this one has left the other. */
const NOTHING = /^(lost\+found|replaced-\d+)$/;
/** Beyond the files themselves: folders, and blocks that are not full. */
const ROOM_FACTOR = 1.02;
const ROOM_PER_FILE = 4_096;
/** Their waits for the disk overlap. */
const CONCURRENT_SYNCS = 32;

export interface RestoreTargetOptions {
  readonly clock: Clock;
  /** Whether a library that is there may be replaced. */
  readonly replace: boolean;
}

/** An empty folder on the disk of a data directory, which takes its place as a whole or not at all. */
export interface RestoreTarget {
  readonly folder: string;
  /** @throws ArbiterError UNAVAILABLE with `details.reason` ENOSPC when the disk has less room */
  reserve(size: { readonly files: number; readonly bytes: number }): Promise<void>;
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Puts the folder in the place of what was there. A process that dies in it leaves the rest to the next opening for writing.
   *
   * @returns where the former library is now; null where there was none
   */
  commit(): Promise<string | null>;
  /** Removes what was not committed, and lets the next writer in. */
  close(): Promise<void>;
}

/**
 * Prepares the restore of a data directory. Nobody else writes to it until `close`.
 *
 * @throws ArbiterError CONFLICT when a process writes to it, or when it holds something and may not be replaced
 */
export async function prepareRestore(path: string, { clock, replace }: RestoreTargetOptions): Promise<RestoreTarget> {
  const root = resolve(path);
  try {
    await mkdir(root, { recursive: true, ...PRIVATE_FOLDER });
    for (const folder of OWNED_FOLDERS) await refuseOwned(join(root, folder));
    const lock = await DirectoryLock.acquire(join(root, LOCK_FOLDER), { startedAt: timestampOf(clock) });
    try {
      await finishRestore(root);
      const held = (await readFolder(root)).filter((name) => !STAYING.has(name) && !NOTHING.test(name));
      if (held.length > 0 && !replace)
        throw new ArbiterError(
          'CONFLICT',
          `"${root}" is not empty: restore into another folder (ARBITER_DATA_DIR), or replace it with --force, which keeps what is there beside it.`,
          { details: { path: root } },
        );
      const folder = join(root, STAGING_FOLDER, INCOMING);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
      return new OpenTarget(root, folder, lock, clock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw fromFilesystemError(error, path, 'data');
  }
}

class OpenTarget implements RestoreTarget {
  constructor(
    private readonly root: string,
    readonly folder: string,
    private readonly lock: DirectoryLock,
    private readonly clock: Clock,
  ) {}

  async reserve({ files, bytes }: { readonly files: number; readonly bytes: number }): Promise<void> {
    const { bavail, bsize } = await statfs(this.root);
    const needed = bytes * ROOM_FACTOR + files * ROOM_PER_FILE;
    if (bavail * bsize >= needed) return;
    const mebibytes = (size: number): string => `${Math.ceil(size / 2 ** 20)} MiB`;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The backup needs ${mebibytes(needed)} on the disk of "${this.root}", and ${mebibytes(bavail * bsize)} are free.`,
      { details: { path: this.root, reason: 'ENOSPC', needed, free: bavail * bsize } },
    );
  }

  async write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = join(this.folder, path);
    try {
      await mkdir(dirname(target), { recursive: true, ...PRIVATE_FOLDER });
      await pipeline(content, createWriteStream(target, { flags: 'wx', ...PRIVATE_FILE }));
    } catch (error) {
      throw fromFilesystemError(error, path, 'data');
    }
  }

  async commit(): Promise<string | null> {
    try {
      await syncTree(this.folder);
      const proven = join(this.root, STAGING_FOLDER, `${PROVEN}-${this.clock.now()}`);
      await rename(this.folder, proven);
      await syncFolder(dirname(proven));
      return await finishRestore(this.root);
    } catch (error) {
      throw fromFilesystemError(error, this.root, 'data');
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
    await this.lock.release();
  }
}

/**
 * Finishes a restore whose content is proven, and removes the remains of one that is not. Only by the owner of the lock. Each
 * step is one rename, and a step that was done before is left out, so it may begin anew after a crash.
 *
 * @returns where the former library is now; null where nothing was replaced
 */
export async function finishRestore(root: string): Promise<string | null> {
  const staging = join(root, STAGING_FOLDER);
  const proven = await provenName(root);
  await rm(join(staging, INCOMING), { recursive: true, force: true });
  if (proven === null) {
    // Removed last by a restore, which may have died just before.
    for (const name of await readFolder(staging)) if (MOVING.test(name)) await rm(join(staging, name), { force: true });
    return null;
  }
  const from = join(staging, proven);
  const aside = join(root, `replaced-${proven.slice(PROVEN.length + 1)}`);
  const incoming = await readdir(from);
  // What was moved in by a run that died is in `root`, and no longer in `from`; the mark tells it from what was there before.
  const mark = join(staging, `${proven}.moving`);
  if ((await nullWhenMissing(() => lstat(mark))) === null) {
    for (const name of await standingNames(root)) {
      await mkdir(aside, { recursive: true, ...PRIVATE_FOLDER });
      await rename(join(root, name), join(aside, name));
    }
    await syncFolder(root);
    await (await open(mark, 'w', PRIVATE_FILE.mode)).close();
    await syncFolder(staging);
  }
  // Its format file last: until then nothing takes the directory for whole.
  for (const name of incoming.sort((a, b) => Number(a === 'format.json') - Number(b === 'format.json')))
    await rename(join(from, name), join(root, name));
  await syncFolder(root);
  await rm(from, { recursive: true, force: true });
  await rm(mark, { force: true });
  return (await nullWhenMissing(() => lstat(aside))) === null ? null : aside;
}

/** @throws ArbiterError UNAVAILABLE for a directory in the middle of a restore, to a reader, which cannot finish it */
export async function refuseHalfRestored(root: string): Promise<void> {
  if ((await provenName(root)) === null) return;
  throw new ArbiterError(
    'UNAVAILABLE',
    'A restore of the data directory was interrupted. Whatever next opens it for writing finishes it: start the ingestion worker or `arbiter serve`.',
  );
}

async function provenName(root: string): Promise<string | null> {
  const names = await readFolder(join(root, STAGING_FOLDER));
  return names.find((name) => /^restore-proven-\d+$/.test(name)) ?? null;
}

/** What a restore moves away. The data directory may hold other things of its user, which stay. */
async function standingNames(root: string): Promise<string[]> {
  return (await readFolder(root)).filter((name) => OWN_TOP_NAMES.has(name));
}

async function refuseOwned(folder: string): Promise<void> {
  const owner = await readLockOwner(folder);
  if (!owner) return;
  throw new ArbiterError('CONFLICT', `Process ${owner.pid} is using the data directory: stop it, and restore again.`, {
    details: { pid: owner.pid },
  });
}

/** Makes all files and names below a folder survive a power failure. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await mapConcurrently(entries, CONCURRENT_SYNCS, async (entry) => {
    if (entry.isFile()) await syncFile(join(folder, entry.name));
  });
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } catch (error) {
    // Some network file systems cannot, and write through.
    if (!hasCode(error, 'EINVAL', 'ENOTSUP')) throw error;
  } finally {
    await file.close();
  }
}
