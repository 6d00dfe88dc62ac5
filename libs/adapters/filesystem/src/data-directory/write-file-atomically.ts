import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../filesystem-error.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.js';

export type FileContent = string | Uint8Array | Iterable<string | Uint8Array>;

/**
 * Writes a file so that a reader, and whoever looks after a crash, finds the old content or the new one in full, and nobody
 * but its owner finds anything. Once it resolves
 * the content survives a power failure. Folders on the way are made.
 *
 * @param temporary a path on the same file system that nobody else uses; gone afterwards
 * @throws the system's error; then the target is as it was
 */
export async function writeFileAtomically(target: string, content: FileContent, temporary: string): Promise<void> {
  try {
    const file = await open(temporary, 'wx', PRIVATE_FILE.mode);
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveInto(target, temporary);
  } catch (error) {
    // Gives the space back at once: on a full disk it is wanted.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function moveInto(target: string, temporary: string): Promise<void> {
  const folder = dirname(target);
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const firstMade = await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
    await rename(temporary, target);
    if (firstMade !== undefined) await syncFolder(dirname(firstMade));
  }
  await syncFolder(folder);
}

/** Makes the names in a folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and writes its names through.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
