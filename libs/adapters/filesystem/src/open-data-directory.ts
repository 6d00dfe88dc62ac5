import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, timestampOf } from '@arbiter/ports';
import { finishRestore, refuseHalfRestored } from './backup/restore-into.js';
import { sweepSnapshots } from './backup/take-snapshot.js';
import { forgetChange } from './backup/write-gate.js';
import { CURRENT_FORMAT, type DataFormats, raiseFormat, readFormat, refuseNewer } from './data-format.js';
import { DataDirectory, LOCK_FOLDER, STAGING_FOLDER } from './data-directory.js';
import { DirectoryLock } from './directory-lock.js';
import { DocumentFiles } from './documents/document-files.js';
import { fromFilesystemError, hasCode } from './filesystem-error.js';
import { closeToOthers, PRIVATE_FOLDER } from './private-files.js';

export interface DataDirectoryOptions {
  /** Made, with the folders above it, when it is not there and the mode is `write`. */
  readonly path: string;
  /** `write`: this process alone writes until `close`. `read`: no lock; a directory that is not there is an empty one. */
  readonly mode: 'write' | 'read';
  readonly clock: Clock;
  /** For others that find the directory in use: where this process answers, or that it is going to. */
  readonly owner?: { readonly url?: string; readonly starting?: boolean };
  /** Default: those of this Arbiter. */
  readonly formats?: DataFormats;
}

/**
 * Opens the folder that holds everything Arbiter stores on this machine.
 *
 * @throws ArbiterError CONFLICT when another live process writes to it (`details.pid`, `details.url`); FORBIDDEN when it
 *   may not be written; INVALID_REQUEST when it was made by a newer Arbiter or is no folder; UNAVAILABLE when the disk
 *   is full, or to a reader of a directory that a writer must raise to this format or restore to its end first
 */
export async function openDataDirectory({
  path,
  mode,
  clock,
  owner,
  formats = CURRENT_FORMAT,
}: DataDirectoryOptions): Promise<DataDirectory> {
  const root = resolve(path);
  try {
    await refuseNewer(root, formats, mode);
    if (mode === 'read') {
      await refuseHalfRestored(root);
      return new DataDirectory(root, null);
    }
    await mkdir(root, { recursive: true, ...PRIVATE_FOLDER });
    const lock = await DirectoryLock.acquire(join(root, LOCK_FOLDER), {
      startedAt: timestampOf(clock),
      ...owner,
    });
    try {
      const directory = new DataDirectory(root, lock);
      await forgetChange(join(root, LOCK_FOLDER));
      await finishRestore(root);
      await closeToOthers(root);
      await emptyStaging(directory.resolve(STAGING_FOLDER));
      await sweepSnapshots(root);
      // Before anything is read: another writer may have raised it, or a restore brought another one.
      await raiseFormat(directory, await readFormat(root, formats), formats);
      await new DocumentFiles(directory).sweep();
      return directory;
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw cannotOpen(error, path);
  }
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
