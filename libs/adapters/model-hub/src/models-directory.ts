import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

/** Where pulled models are, unless ARBITER_MODELS_DIR says otherwise; shared by all libraries of a user. */
export const DEFAULT_MODELS_DIRECTORY = '~/.cache/arbiter/models';

/** `owner/name`, as hubs have it; neither part can leave the models directory. */
const MODEL_NAME = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/;

/** Beside the files of a model: where they came from, and what they must be from then on. */
export const LOCK_FILE = 'arbiter-model.json';

/**
 * @param setting path of a folder; `~/` at its start is the user's home, as in a shell
 * @param cwd base of a relative path
 * @returns absolute path
 */
export function resolveModelsDirectory(setting: string, cwd: string): string {
  return setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : resolve(cwd, setting);
}

export function isModelName(name: string): boolean {
  return MODEL_NAME.test(name);
}

/**
 * The folder of a model: its name below the models directory.
 *
 * @throws ArbiterError INVALID_REQUEST for what is no name of a model
 */
export function modelFolder(modelsDirectory: string, name: string): string {
  if (!isModelName(name)) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `"${name}" is not the name of a model: names are like cross-encoder/ms-marco-MiniLM-L-6-v2.`,
      { details: { name } },
    );
  }
  return join(modelsDirectory, ...name.split('/'));
}

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

/** @returns what a call of the file system gives; null where there is no such file or folder */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
