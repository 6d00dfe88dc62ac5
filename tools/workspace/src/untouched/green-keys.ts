import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Keys of a step that are kept: those of the last fifty runs or so that changed everything. */
const KEPT_KEYS = 4096;

/**
 * Where keys are kept: `ARBITER_CI_CACHE`, else `arbiter-ci` in the user's folder for caches.
 *
 * @returns undefined when it is `off`: nothing is known, and nothing is kept
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { ARBITER_CI_CACHE: named = '', XDG_CACHE_HOME: caches = '' } = env;
  if (named === 'off') return undefined;
  return named === '' ? join(caches === '' ? join(homedir(), '.cache') : caches, 'arbiter-ci') : named;
}

/** The keys of packages that a step found green: an empty file each, so that two runs beside each other cannot spoil them. */
export class GreenKeys {
  private readonly folder: string | undefined;

  /** @param step `lint`, `test`; names a folder */
  constructor(
    cache: string | undefined,
    step: string,
    private readonly keptKeys = KEPT_KEYS,
  ) {
    this.folder = cache === undefined ? undefined : join(cache, 'green', step);
  }

  /** Whether a run has kept this key. It then counts as used now. */
  has(key: string): boolean {
    if (this.folder === undefined) return false;
    try {
      const now = new Date();
      utimesSync(join(this.folder, key), now, now);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Keeps the keys, and forgets those that have not been used for longest.
   *
   * @throws Error when the folder cannot be written
   */
  add(keys: readonly string[]): void {
    if (this.folder === undefined) return;
    mkdirSync(this.folder, { recursive: true });
    for (const key of keys) writeFileSync(join(this.folder, key), '');
    this.prune(this.folder);
  }

  private prune(folder: string): void {
    const names = readdirSync(folder);
    if (names.length <= this.keptKeys) return;
    const usedAt = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
    names.sort((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0));
    for (const name of names.slice(this.keptKeys)) rmSync(join(folder, name), { force: true });
  }
}
