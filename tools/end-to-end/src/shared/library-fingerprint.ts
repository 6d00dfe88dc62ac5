import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WORKSPACE } from '../installation.js';
import { SHARED_COLLECTIONS, SHARED_DOMAIN } from './shared-library.js';

/** The package whose programs read documents and build graphs; those that it depends on do the rest. */
const WRITER = '@arbiter/ingestion-worker';
/** Seen from the sources as from what is built of them. */
const DEFINITION = new URL('../../src/shared/shared-library.ts', import.meta.url);

/**
 * Of everything that decides what is in the shared library: its documents, the programs that read them, models, and the code of third
 * parties.
 *
 * @param root of the clone whose programs fill it
 * @returns 16 hexadecimal digits
 */
export async function libraryFingerprint(root = WORKSPACE.root): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`${process.version} ${process.platform} ${process.arch}`);
  hash.update(JSON.stringify(SHARED_COLLECTIONS));
  hash.update(await readFile(DEFINITION));
  hash.update(await readFile(join(root, 'package-lock.json')));
  await updateWithFiles(hash, join(root, 'domains', SHARED_DOMAIN));
  for (const folder of await packagesOf(root, WRITER)) {
    hash.update(await readFile(join(folder, 'package.json')));
    // Those of models hold the checksums of the weights.
    await updateWithFiles(hash, join(folder, 'dist'), '.js');
  }
  return hash.digest('hex').slice(0, 16);
}

async function updateWithFiles(hash: Hash, folder: string, ending = ''): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const path of paths) {
    hash.update(path.slice(folder.length));
    hash.update(await readFile(path));
  }
}

/** Folders of a package of this workspace and of those that it depends on. */
async function packagesOf(root: string, name: string, folders = new Map<string, string>()): Promise<string[]> {
  if (!folders.has(name)) {
    const folder = dirname(await realpath(join(root, 'node_modules', name, 'package.json')));
    folders.set(name, folder);
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const other of Object.keys(dependencies))
      if (other.startsWith('@arbiter/')) await packagesOf(root, other, folders);
  }
  return [...folders.values()];
}
