import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { type ArbiterError, type ChangelogEntry, compareCodeUnits } from '@arbiter/contracts';
import type { DomainCatalog, DomainPack } from '@arbiter/ports';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { readDomainPack } from './read-domain-pack.js';
import { readPackChangelog } from './read-pack-changelog.js';

const PACKS_READ_AT_ONCE = 4;

/** A folder with a `config.json`: what it holds, or why it cannot be read. */
type FoundPack = ReadablePack | { readonly folder: string; readonly error: ArbiterError };

interface ReadablePack {
  readonly folder: string;
  readonly pack: DomainPack;
}

/** Domain packs in folders of this machine. Reads them anew at each call, so that an edited pack needs no restart. */
export class FilesystemDomainCatalog implements DomainCatalog {
  /**
   * @param folders each a folder of packs or a pack itself. Of two packs with one domain the first counts, folders in the
   *   order given. A folder that is not there holds no packs.
   */
  constructor(private readonly folders: readonly string[]) {}

  async list(signal: AbortSignal): Promise<readonly DomainPack[]> {
    const packs = new Map<string, DomainPack>();
    for (const found of await this.#find(signal)) {
      if ('pack' in found && !packs.has(found.pack.config.domain)) packs.set(found.pack.config.domain, found.pack);
    }
    return [...packs.values()].sort((a, b) => compareCodeUnits(a.config.domain, b.config.domain));
  }

  async get(domain: string, signal: AbortSignal): Promise<DomainPack | null> {
    return (await this.#findNamed(domain, signal))?.pack ?? null;
  }

  async changelog(domain: string, signal: AbortSignal): Promise<readonly ChangelogEntry[]> {
    const found = await this.#findNamed(domain, signal);
    return found ? readPackChangelog(found.folder) : [];
  }

  async #findNamed(domain: string, signal: AbortSignal): Promise<ReadablePack | null> {
    for (const found of await this.#find(signal)) {
      if ('pack' in found && found.pack.config.domain === domain) return found;
      // What a broken pack calls itself cannot be known; its folder's name is the best guess.
      if ('error' in found && basename(found.folder) === domain) throw found.error;
    }
    return null;
  }

  async #find(signal: AbortSignal): Promise<FoundPack[]> {
    const found: FoundPack[] = [];
    for (const folder of this.folders.map((one) => resolve(one))) {
      signal.throwIfAborted();
      const itself = await read(folder, signal);
      if (itself) found.push(itself);
      else found.push(...(await this.#findIn(folder, signal)));
    }
    return found;
  }

  async #findIn(folder: string, signal: AbortSignal): Promise<FoundPack[]> {
    const names = await foldersIn(folder);
    const packs = await mapConcurrently(names, PACKS_READ_AT_ONCE, (name) => read(join(folder, name), signal));
    return packs.filter((pack) => pack !== null);
  }
}

async function read(folder: string, signal: AbortSignal): Promise<FoundPack | null> {
  try {
    const pack = await readDomainPack(folder, signal);
    return pack && { folder, pack };
  } catch (error) {
    signal.throwIfAborted();
    return { folder, error: fromFilesystemError(error, folder, 'source') };
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort(compareCodeUnits);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw fromFilesystemError(error, folder, 'source');
  }
}
