import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type DirectoryLock, type LockOwner, readOwner } from './directory-lock.js';
import { fromFilesystemError } from './filesystem-error.js';
import { type FileContent, PRIVATE_FILE, writeFileAtomically } from './private-files.js';

export const LOCK_FOLDER = 'lock';
/** Files on their way to their names. Nothing refers to a file that a crash leaves here. */
export const STAGING_FOLDER = 'staging';

/** Of random bytes, since some disks store zeros without room. */
const PROBE_BYTES = 4 * 1_024;
/** With less, the next job ends in the middle: a small one writes some megabytes. */
const LEAST_ROOM_BYTES = 8 * 1_024 * 1_024;

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

  /** Use `openDataDirectory` of `open-data-directory.ts`. */
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
