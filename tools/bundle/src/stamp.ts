import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './repository.js';

/** Beside the bundle, read by apps/cli/bin/arbiter.mjs at every start. */
export const STAMP = 'stamp.json';

/** Inputs of a bundle: paths from the root, each with size and time of change. */
export interface Stamp {
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The compiler rewrites the build information of a package with everything that it emits, and npm its list of what is
 * installed: when none of them has changed, no module of the bundle has.
 *
 * @param modules paths of the bundled modules, relative to the root
 * @param others paths of what else decides what is bundled
 */
export function stampOf(root: string, modules: readonly string[], others: readonly string[] = []): Stamp {
  const built = modules
    .map((path) => /^(?!.*node_modules\/)(.*?)\/dist\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined)
    .map((folder) => `${folder}/dist/tsconfig.tsbuildinfo`);
  const paths = [...new Set(built), 'node_modules/.package-lock.json', ...others].sort();
  return { files: Object.fromEntries(paths.map((path) => [path, stateOf(join(root, path))])) };
}

function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** Whether nothing has changed since a stamp was written. */
export function isStampCurrent(root: string, path: string): boolean {
  try {
    const { files } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Stamp;
    return Object.entries(files).every(([file, state]) => stateOf(join(root, file)) === state);
  } catch {
    // There is no stamp, or a file that it names no longer exists.
    return false;
  }
}

/** Whether the bundle was made of what is built and installed now, as the launcher of the command decides it. */
export async function isBundleCurrent(root: string): Promise<boolean> {
  const launcher = pathToFileURL(join(ROOT, 'apps/cli/bin/is-bundle-current.mjs')).href;
  const { isBundleCurrent: decide } = (await import(launcher)) as { isBundleCurrent: (root: string) => boolean };
  return decide(root);
}
