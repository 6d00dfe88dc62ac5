import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ifThere } from './if-there.js';

/** Beside the files of a model: where they came from, and what they must be from then on. */
export const LOCK_FILE = 'arbiter-model.json';

const LockedFile = z.object({
  name: z.string(),
  /** Where it is in the source. */
  path: z.string(),
  bytes: z.int().min(0),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LockedFile = z.output<typeof LockedFile>;

export const ModelLock = z.object({
  version: z.literal(1),
  name: z.string(),
  /** Address of the hub, or path of the folder. */
  source: z.string(),
  /** Commit of the hub; null for a folder. */
  revision: z.string().nullable(),
  files: z.array(LockedFile),
});
export type ModelLock = z.output<typeof ModelLock>;

/** @returns null where there is none, or none that can be read: the files are then pulled anew */
export async function readLock(folder: string): Promise<ModelLock | null> {
  const text = await ifThere(readFile(join(folder, LOCK_FILE), 'utf8'));
  if (text === null) return null;
  try {
    return ModelLock.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces the lock in one step. */
export async function writeLock(folder: string, lock: ModelLock): Promise<void> {
  const file = join(folder, LOCK_FILE);
  await writeFile(`${file}.part`, `${JSON.stringify(lock, null, 2)}\n`);
  await rename(`${file}.part`, file);
}
