import { chmod, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../filesystem-error.js';

/** Files hold what documents, questions and answers say: they are for the user that runs Arbiter alone. */
export const PRIVATE_FILE = { mode: 0o600 } as const;
export const PRIVATE_FOLDER = { mode: 0o700 } as const;

/** Bits that let in anybody but the owner. */
const OTHERS = 0o077;

/** What stands in a data directory, whichever arm writes it; a folder that is closed closes all below it. */
const OWN_NAMES = [
  'answers.jsonl',
  'answers.1.jsonl',
  'collections',
  'costs.jsonl',
  'deletions.jsonl',
  'documents',
  'embeddings',
  'entities',
  'feedback.jsonl',
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
