import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ArbiterError, dropCollection } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import type { IngestionResult } from '../ingestion/see-through-jobs.js';
import type { OperationCaller } from '../library/library.js';

/**
 * The context with a data directory that belongs to the evaluation alone.
 *
 * @param name of its folder
 * @throws ArbiterError INVALID_REQUEST with a server, because an evaluation measures the configuration at hand
 */
export function withOwnStore<C extends CommandContext>(context: C, name: string): C {
  refuseServer(context);
  const store = join(context.env.ARBITER_DATA_DIR ?? '.arbiter', 'eval', name);
  return { ...context, env: { ...context.env, ARBITER_DATA_DIR: store } };
}

/** Store of the evaluations that check texts and read no documents. */
export const CHECKING_STORE = 'validation';

/** @throws ArbiterError INVALID_REQUEST with a server */
export function refuseServer({ options }: CommandContext): void {
  if (options.server === null) return;
  throw new ArbiterError('INVALID_REQUEST', 'eval works in this process; it cannot be used with --server.');
}

/**
 * Ingests the documents of a set. A store that an older version made and this one cannot use is made anew.
 *
 * @param read submits the documents, and follows the jobs to their end
 * @param collections of the store, asked when it is made anew
 */
export async function readIntoStore(
  library: OperationCaller,
  read: () => Promise<IngestionResult>,
  collections: () => Promise<readonly string[]>,
  context: CommandContext,
): Promise<IngestionResult> {
  const first = await read();
  if (!first.jobs.some(({ state }) => state === 'failed')) return first;
  remark(context, 'Making the store anew.');
  for (const collection of await collections()) {
    await library.request(dropCollection, { collection }, { signal: context.interruption.signal });
  }
  return read();
}

/** Digits of the content hash in a folder's name, enough to tell versions of a set apart. */
const HASH_DIGITS = 16;

/** Name of a set's store. Sets with the same documents share it. */
export function storeName(name: string, contentHash: string): string {
  return `${name.replace(/[^\w.-]+/g, '-')}-${contentHash.slice(0, HASH_DIGITS)}`;
}

/** Name of a pack's store. Documents are identified by their paths, so the same pack in two places has two stores. */
export async function packStoreName({ domain, folder }: Pack): Promise<string> {
  const content = await hashPack(folder);
  return storeName(domain, createHash('sha256').update(`${content}\0${folder}`).digest('hex'));
}

/** Holds the questions; changing it changes no document. */
const QUESTIONS_FOLDER = 'eval';

/** SHA-256, hexadecimal, over names and bytes of all that could be ingested from a pack. */
export async function hashPack(folder: string): Promise<string> {
  const files = (await packFiles(folder)).filter((path) => path.split('/')[0] !== QUESTIONS_FOLDER);
  const hash = createHash('sha256');
  for (const path of files) {
    const content = await readFile(join(folder, path));
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Paths of all files of a pack, relative to it, `/` between segments, in order. */
export async function packFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
