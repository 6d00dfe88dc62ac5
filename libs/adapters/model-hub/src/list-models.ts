import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, isModelName, readLock } from './models-directory.js';

/**
 * `ready`: all files are there, in their recorded sizes; `incomplete`: not so, pull it again; `unverified`: put there by
 * hand, taken as it is.
 */
export type ModelState = 'ready' | 'incomplete' | 'unverified';

export interface ListedModel {
  readonly name: string;
  /** Absolute path. */
  readonly directory: string;
  readonly state: ModelState;
  /** Address of the hub, or path of the folder; null for `unverified`. */
  readonly source: string | null;
  readonly revision: string | null;
  /** Of the files that are there. */
  readonly bytes: number;
}

/** @returns the models of a models directory by name, ascending; none where there is no such directory */
export async function listModels(modelsDirectory: string): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  for (const owner of await foldersOf(modelsDirectory)) {
    for (const own of await foldersOf(join(modelsDirectory, owner))) {
      const name = `${owner}/${own}`;
      if (isModelName(name)) models.push(await look(name, join(modelsDirectory, owner, own)));
    }
  }
  return models;
}

async function look(name: string, directory: string): Promise<ListedModel> {
  const lock = await readLock(directory);
  const expected =
    lock?.files ?? ['model.onnx', 'tokenizer.json', 'config.json'].map((file) => ({ name: file, bytes: null }));
  const sizes = await Promise.all(expected.map((file) => sizeOf(join(directory, file.name))));
  const whole = expected.every(({ bytes }, i) => sizes[i] !== null && (bytes === null || sizes[i] === bytes));
  return {
    name,
    directory,
    state: !whole ? 'incomplete' : lock ? 'ready' : 'unverified',
    source: lock?.source ?? null,
    revision: lock?.revision ?? null,
    bytes: sizes.reduce<number>((total, size) => total + (size ?? 0), 0),
  };
}

async function foldersOf(directory: string): Promise<string[]> {
  const entries = await ifThere(readdir(directory, { withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await ifThere(stat(path));
  return found?.isFile() === true ? found.size : null;
}
