import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ArbiterError, DomainConfig } from '@arbiter/contracts';

export interface Pack {
  readonly domain: string;
  /** Absolute. */
  readonly folder: string;
}

const CONFIG_FILE = 'config.json';

/** What is asked of a pack; changing it changes no document. */
const QUESTIONS_FOLDER = 'eval';

/**
 * The domain pack that the user means: a folder by its path, or an installed pack by its domain.
 *
 * @param folders where installed packs are looked for; each holds packs, or is one
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST when its config.json is broken
 */
export async function findPack(nameOrPath: string, folders: readonly string[], cwd: string): Promise<Pack> {
  const isPath = nameOrPath.includes('/') || nameOrPath.includes(sep) || nameOrPath.startsWith('.');
  const candidates = isPath ? [resolve(cwd, nameOrPath)] : (await Promise.all(folders.map(packsIn))).flat();
  for (const folder of candidates) {
    const domain = await readDomain(folder);
    if (domain !== null && (isPath || domain === nameOrPath)) return { domain, folder };
  }
  const message = isPath
    ? `${resolve(cwd, nameOrPath)} is no domain pack: it has no ${CONFIG_FILE}.`
    : `There is no domain "${nameOrPath}"; give its name or the path of its folder.`;
  throw new ArbiterError('NOT_FOUND', message, { details: { domain: nameOrPath } });
}

/**
 * sha256 over the names and bytes of everything in a pack that could be ingested, hexadecimal: two packs with the same
 * hash make the same library.
 */
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

async function packsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return [folder, ...inside.map(({ name }) => join(folder, name)).sort()];
}

/** Null when the folder is no pack. */
async function readDomain(folder: string): Promise<string | null> {
  const path = join(folder, CONFIG_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return DomainConfig.parse(JSON.parse(text)).domain;
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${path} is not the configuration of a domain pack.`, { cause });
  }
}
