import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, timestampOf } from '@arbiter/ports';
import { z } from 'zod';
import { DocumentFiles } from '../documents/document-files.js';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { parseJson, readTextFile } from '../read-text-file.js';
import { DirectoryLock, type LockOwner, readOwner } from './directory-lock.js';
import { closeToOthers, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.js';
import { type FileContent, writeFileAtomically } from './write-file-atomically.js';

/** Raised when an older Arbiter could misread what a newer one writes. */
export const DATA_FORMAT_VERSION = 1;

const FORMAT_FILE = 'format.json';
const LOCK_FOLDER = 'lock';
/** Files on their way to their names; what a crash leaves here is nobody's. */
const STAGING_FOLDER = 'staging';

/** Of random bytes, since some disks store zeros without room. */
const PROBE_BYTES = 4 * 1_024;
/** With less, the next job ends in the middle: a small one writes some megabytes. */
const LEAST_ROOM_BYTES = 8 * 1_024 * 1_024;

const DataFormat = z.object({ format: z.literal('arbiter-data'), version: z.int().min(1) });

export interface DataDirectoryOptions {
  /** Made, with the folders above it, when it is not there and the mode is `write`. */
  readonly path: string;
  /** `write`: this process alone writes until `close`. `read`: no lock; a directory that is not there is an empty one. */
  readonly mode: 'write' | 'read';
  readonly clock: Clock;
  /** `url`: where this process answers, for others that find the directory in use. */
  readonly owner?: { readonly url?: string };
}

/**
 * Opens the folder that holds everything Arbiter stores on this machine.
 *
 * @throws ArbiterError CONFLICT when another live process writes to it (`details.pid`, `details.url`), FORBIDDEN when it
 *   may not be written, INVALID_REQUEST when it was made by a newer Arbiter or is no folder, UNAVAILABLE when the disk
 *   is full
 */
export async function openDataDirectory({ path, mode, clock, owner }: DataDirectoryOptions): Promise<DataDirectory> {
  const root = resolve(path);
  try {
    const known = await readFormat(root);
    if (mode === 'read') return new DataDirectory(root, null);
    await mkdir(root, { recursive: true, ...PRIVATE_FOLDER });
    const lock = await DirectoryLock.acquire(join(root, LOCK_FOLDER), {
      startedAt: timestampOf(clock),
      ...(owner?.url === undefined ? {} : { url: owner.url }),
    });
    try {
      const directory = new DataDirectory(root, lock);
      await closeToOthers(root);
      await emptyStaging(directory.resolve(STAGING_FOLDER));
      await new DocumentFiles(directory).sweep();
      const format = { format: 'arbiter-data', version: DATA_FORMAT_VERSION };
      if (!known) await directory.write(directory.resolve(FORMAT_FILE), `${JSON.stringify(format)}\n`);
      return directory;
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw cannotOpen(error, path);
  }
}

/** @returns the live process that writes to the directory, so that one can talk to it; null when there is none */
export async function readLockOwner(path: string): Promise<LockOwner | null> {
  try {
    return await readOwner(join(resolve(path), LOCK_FOLDER));
  } catch (error) {
    throw fromFilesystemError(error, path, 'data');
  }
}

/** An open data directory: where things lie, and how they are written so that a crash leaves nothing half done. */
export class DataDirectory {
  #staged = 0;
  #lock: DirectoryLock | null;

  /** Use `openDataDirectory`. */
  constructor(
    /** Absolute. */
    readonly path: string,
    lock: DirectoryLock | null,
  ) {
    this.#lock = lock;
  }

  /** False when it was opened for reading, and after `close`. */
  get writable(): boolean {
    return this.#lock !== null;
  }

  /** @returns the absolute path of something in it */
  resolve(...segments: readonly string[]): string {
    return join(this.path, ...segments);
  }

  /** @throws ArbiterError FORBIDDEN when it was opened for reading, or closed */
  refuseUnlessWritable(): void {
    if (!this.writable) throw new ArbiterError('FORBIDDEN', 'The data directory is not open for writing.');
  }

  /** Replaces a file, all of it or nothing; see writeFileAtomically. */
  async write(path: string, content: FileContent): Promise<void> {
    this.refuseUnlessWritable();
    this.#staged += 1;
    const temporary = this.resolve(STAGING_FOLDER, `${this.#staged}.tmp`);
    await this.attempt(path, () => writeFileAtomically(path, content, temporary));
  }

  /**
   * Whether what comes next could be written: there is room, and a small file can be.
   *
   * @throws ArbiterError UNAVAILABLE with the system's word for it in `details.reason`: ENOSPC, EROFS, EACCES
   */
  async probe(): Promise<void> {
    this.refuseUnlessWritable();
    this.#staged += 1;
    const path = this.resolve(STAGING_FOLDER, `${this.#staged}.tmp`);
    await this.attempt(path, async () => {
      const { bavail, bsize } = await statfs(this.path);
      if (bavail * bsize < LEAST_ROOM_BYTES) throw Object.assign(new Error('too little room'), { code: 'ENOSPC' });
      try {
        await writeFile(path, randomBytes(PROBE_BYTES), { ...PRIVATE_FILE, flag: 'wx' });
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  /** Runs a step on a file of the directory; what the system refuses becomes an ArbiterError that says what to do. */
  async attempt<T>(path: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      throw fromFilesystemError(error, relative(this.path, path) || '.', 'data');
    }
  }

  /** Records where this process answers, once it listens. */
  async setUrl(url: string): Promise<void> {
    this.refuseUnlessWritable();
    await this.attempt(this.resolve(LOCK_FOLDER), async () => this.#lock?.setUrl(url));
  }

  /** Lets the next writer in. Close what writes here first. */
  async close(): Promise<void> {
    const lock = this.#lock;
    this.#lock = null;
    await lock?.release();
  }
}

/** @returns false when there is no format file yet */
async function readFormat(root: string): Promise<boolean> {
  const text = await readTextFile(join(root, FORMAT_FILE));
  if (text === null) return false;
  const format = DataFormat.safeParse(parseJson(text));
  if (!format.success) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `${FORMAT_FILE} in the data directory is not Arbiter's: set ARBITER_DATA_DIR to another folder, or restore the file from a backup.`,
    );
  }
  if (format.data.version > DATA_FORMAT_VERSION) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The data directory has format ${format.data.version}, this Arbiter reads up to ${DATA_FORMAT_VERSION}: update Arbiter, or set ARBITER_DATA_DIR to another folder.`,
    );
  }
  return true;
}

/** Takes away what a crash has left, and nothing that is not ours. */
async function emptyStaging(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
  const left = (await readdir(folder)).filter((name) => /^\d+\.tmp$/.test(name));
  for (const name of left) await rm(join(folder, name), { force: true });
}

/** Who starts Arbiter chose this folder, so what is wrong with it is said to them rather than to a caller. */
function cannotOpen(error: unknown, path: string): ArbiterError {
  if (error instanceof ArbiterError) return error;
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    const reason = hasCode(error, 'EROFS') ? 'lies on a read-only disk' : 'may not be written by this user';
    return new ArbiterError(
      'FORBIDDEN',
      `The data directory "${path}" ${reason}. Make it writable, or set ARBITER_DATA_DIR to a folder that is.`,
      { details: { path }, cause: error },
    );
  }
  if (hasCode(error, 'ENOTDIR', 'EEXIST')) {
    return new ArbiterError(
      'INVALID_REQUEST',
      `The data directory "${path}" is not a folder. Set ARBITER_DATA_DIR to a folder.`,
      { details: { path }, cause: error },
    );
  }
  return fromFilesystemError(error, path, 'data');
}
