import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** Inside a store; the writer's alone. */
const OWN_FOLDER = '.temporary';

/** Where systems let everybody write, besides what the environment names. */
const USUAL_FOLDERS: readonly string[] = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Sees to it that Lance can make its temporary folder. It makes one at its first work, whatever that is, in the folder that
 * TMPDIR names, and ends the whole process when it cannot: in a container whose only writable disk holds the data, a search
 * did. Where that folder may not be written, TMPDIR is set to one that may: of a writer in its own store, of a reader in one
 * of the usual places.
 *
 * @param writable whether this process writes to the store
 * @throws ArbiterError UNAVAILABLE when there is no such folder
 */
export async function ensureTemporaryFolder(directory: string, writable: boolean): Promise<void> {
  const own = join(directory, OWN_FOLDER);
  // The remains of a process that was killed.
  if (writable) await rm(own, { recursive: true, force: true }).catch(() => undefined);
  if (await takesFolders(tmpdir())) return;
  if (writable) await mkdir(own, { recursive: true, mode: 0o700 }).catch(() => undefined);
  for (const folder of [...(writable ? [own] : []), ...USUAL_FOLDERS]) {
    if (!(await takesFolders(folder))) continue;
    // Read by Lance itself, which has no other setting for it.
    process.env.TMPDIR = folder;
    return;
  }
  throw new ArbiterError(
    'UNAVAILABLE',
    `LanceDB needs a folder for temporary files, and "${tmpdir()}" may not be written. Set TMPDIR to one that may.`,
    { details: { path: tmpdir() } },
  );
}

/** Tried and not asked for: rights, read-only disks and full ones look different to every question but this. */
async function takesFolders(parent: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(parent, 'arbiter-')));
    return true;
  } catch {
    return false;
  }
}
