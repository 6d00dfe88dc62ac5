import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { ArbiterError, DomainConfig, unknownName } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';

export interface Pack {
  readonly domain: string;
  /** Absolute. */
  readonly folder: string;
}

const CONFIG_FILE = 'config.json';

/**
 * The domain pack that the user means: a folder by its path, or an installed pack by its domain.
 *
 * @param folders where installed packs are looked for; each holds packs, or is one
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST when its config.json is broken
 */
export async function findPack(nameOrPath: string, folders: readonly string[], cwd: string): Promise<Pack> {
  const isPath = isPathOfPack(nameOrPath);
  const candidates = isPath ? [resolve(cwd, nameOrPath)] : (await Promise.all(folders.map(packsIn))).flat();
  const known: string[] = [];
  for (const folder of candidates) {
    // A broken pack is in nobody's way but its own.
    const isMeant = isPath || basename(folder) === nameOrPath;
    const domain = await readDomain(folder).catch((error: unknown) => {
      if (isMeant) throw error;
      return null;
    });
    if (domain !== null && (isPath || domain === nameOrPath)) return { domain, folder };
    if (domain !== null) known.push(domain);
  }
  const message = isPath
    ? `${resolve(cwd, nameOrPath)} is no domain pack: it has no ${CONFIG_FILE}.`
    : `${unknownName('There is no domain', nameOrPath, known)} Give its name or the path of its folder.`;
  throw new ArbiterError('NOT_FOUND', message, { details: { domain: nameOrPath } });
}

/** A name of a domain is a part of file names, and cannot look like this. */
export function isPathOfPack(nameOrPath: string): boolean {
  return nameOrPath.includes('/') || nameOrPath.includes(sep) || nameOrPath.startsWith('.');
}

/**
 * The folder of a pack that may be broken: by its path, by its domain, or by the folder's name.
 *
 * @throws ArbiterError NOT_FOUND
 */
export async function findPackFolder(nameOrPath: string, folders: readonly string[], cwd: string): Promise<string> {
  if (isPathOfPack(nameOrPath)) return resolve(cwd, nameOrPath);
  const candidates = (await Promise.all(folders.map(packsIn))).flat();
  const named = candidates.find((folder) => basename(folder) === nameOrPath);
  return named ?? (await findPack(nameOrPath, folders, cwd)).folder;
}

async function packsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return [folder, ...inside.map(({ name }) => join(folder, name)).sort()];
}

/** @throws ArbiterError INVALID_REQUEST when it is broken or gone */
export async function readDomainConfig({ folder }: Pack): Promise<DomainConfig> {
  const config = await readConfig(folder);
  if (!config) throw new ArbiterError('INVALID_REQUEST', `${folder} has no ${CONFIG_FILE}.`);
  return config;
}

/** Null when the folder is no pack. */
async function readDomain(folder: string): Promise<string | null> {
  return (await readConfig(folder))?.domain ?? null;
}

async function readConfig(folder: string): Promise<DomainConfig | null> {
  const path = join(folder, CONFIG_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return DomainConfig.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${path} is not the configuration of a domain pack.`, { cause });
  }
}

export interface NamedDomain {
  /** As its pack calls itself; null where none was named. */
  readonly domain: string | null;
  /** Where its pack is, if it was named by its path; to open the library with. */
  readonly domainsDirectories: readonly string[];
}

/**
 * What a user means by `--domain`: the name of a pack that Arbiter finds by itself, or the path of one.
 *
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST for a path without a pack
 */
export async function namedDomain(
  nameOrPath: string | null,
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<NamedDomain> {
  if (nameOrPath === null || !isPathOfPack(nameOrPath)) return { domain: nameOrPath, domainsDirectories: [] };
  const { domain, folder } = await findPack(nameOrPath, [], cwd);
  return { domain, domainsDirectories: [folder] };
}
