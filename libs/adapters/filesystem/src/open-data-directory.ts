import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, timestampOf } from '@arbiter/ports';
import { z } from 'zod';
import { DataDirectory, LOCK_FOLDER, STAGING_FOLDER } from './data-directory.js';
import { DirectoryLock } from './directory-lock.js';
import { DocumentFiles } from './documents/document-files.js';
import { fromFilesystemError, hasCode } from './filesystem-error.js';
import { closeToOthers, PRIVATE_FOLDER } from './private-files.js';
import { parseJson, readTextFile } from './read-text-file.js';

/** Raised when an older Arbiter could misread what a newer one writes. */
export const DATA_FORMAT_VERSION = 1;

const FORMAT_FILE = 'format.json';

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
 * @throws ArbiterError CONFLICT when another live process writes to it (`details.pid`, `details.url`); FORBIDDEN when it
 *   may not be written; INVALID_REQUEST when it was made by a newer Arbiter or is no folder; UNAVAILABLE when the disk
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

/** Removes Arbiter's files that a crash has left, and no others. */
async function emptyStaging(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
  const left = (await readdir(folder)).filter((name) => /^\d+\.tmp$/.test(name));
  for (const name of left) await rm(join(folder, name), { force: true });
}

/** The operator chose this folder at the start of Arbiter. Its faults are reported to them and not to a caller. */
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
