import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** An entry of `packages` in package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type LockFile = Readonly<Record<string, LockedPackage>>;

export function readLockFile(root: string): LockFile {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockFile };
  return packages;
}

/**
 * Packages that some need to run, themselves included: as the lock file says, as npm would resolve them from the root. Optional
 * ones that were left out on this platform are left out.
 *
 * @param names of packages
 * @returns folders relative to the root, sorted
 * @throws ArbiterError CONFLICT when what is installed is not what the lock file names
 */
export function dependencyClosure(root: string, lock: LockFile, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string, optional: boolean): void => {
    const folder = resolveLocked(lock, name, from);
    if (folder === null || !existsSync(join(root, folder, 'package.json'))) {
      if (optional || (folder !== null && lock[folder]?.optional)) return;
      throw new ArbiterError('CONFLICT', `${name} is not installed: run \`npm ci\`.`);
    }
    if (found.has(folder)) return;
    checkVersion(root, folder, lock[folder]?.version);
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = lock[folder] ?? {};
    for (const each of Object.keys(dependencies)) visit(each, folder, false);
    for (const each of Object.keys(optionalDependencies)) visit(each, folder, true);
  };
  for (const name of names) visit(name, '', false);
  return [...found].sort();
}

/** The nearest `node_modules` upwards that has it; null when the lock file has none. */
function resolveLocked(lock: LockFile, name: string, from: string): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const candidate = posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    if (lock[candidate] !== undefined) return candidate;
    if (folder === '' || folder === '.') return null;
  }
}

function checkVersion(root: string, folder: string, locked: string | undefined): void {
  const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { version: string };
  if (version === locked) return;
  throw new ArbiterError(
    'CONFLICT',
    `${folder} is installed in version ${version} and locked in ${locked ?? 'none'}: run \`npm ci\`.`,
  );
}

/** Names of what fills a folder of `node_modules`, for messages. */
export function packageNameOf(folder: string): string {
  const parent = dirname(folder);
  const name = posix.basename(folder);
  return posix.basename(parent).startsWith('@') ? `${posix.basename(parent)}/${name}` : name;
}
