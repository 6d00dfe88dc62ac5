import { chmod, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from './filesystem-error.js';

/** Files hold what documents, questions and answers say: they are for the user that runs Arbiter alone. */
export const PRIVATE_FILE = { mode: 0o600 } as const;
export const PRIVATE_FOLDER = { mode: 0o700 } as const;

/** Bits that let in anybody but the owner. */
const OTHERS = 0o077;

/** What stands in a data directory, whichever arm writes it; a folder that is closed closes all below it. */
const OWN_NAMES = [
  'answer-events.jsonl',
  'answers.jsonl',
  'answers.1.jsonl',
  'blobs',
  'changelogs',
  'collections',
  'costs.jsonl',
  'deletions.jsonl',
  'documents',
  'embeddings',
  'entities',
  'feedback.jsonl',
  'graphs',
  'indexes',
  'insights.jsonl',
  'jobs',
  'lock',
  'orchestrator',
  'schedules',
  'sessions',
  'staging',
  'validator',
] as const;

/**
 * Closes what former versions wrote for everybody to read. Only names of our own are touched: the data directory itself may be
 * a folder that holds other things as well.
 */
export async function closeToOthers(root: string): Promise<void> {
  for (const name of OWN_NAMES) {
    const path = join(root, name);
    try {
      const found = await lstat(path);
      if ((found.mode & OTHERS) === 0 || !(found.isDirectory() || found.isFile())) continue;
      await chmod(path, found.isDirectory() ? PRIVATE_FOLDER.mode : PRIVATE_FILE.mode);
    } catch (error) {
      // What another user owns is theirs to close.
      if (!hasCode(error, 'ENOENT', 'EPERM', 'EROFS')) throw error;
    }
  }
}

export type FileContent = string | Uint8Array | Iterable<string | Uint8Array>;

/**
 * Writes a file atomically: readers find the old content or the new one in full, after a crash too. Only the owner can
 * read it. Once the promise resolves, the content survives a power failure. Missing folders of the path are made.
 *
 * @param temporary a path on the same file system that no other writer uses; gone afterwards
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
