import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WORKSPACE } from '../installation.js';
import { SHARED_COLLECTIONS, SHARED_DOMAIN } from './shared-library.js';

const KEPT = join(WORKSPACE.root, 'node_modules', '.cache', 'arbiter');
const PREFIX = 'shared-library-';
/** Those of the branches that someone goes back and forth between. */
const MOST_KEPT = 4;
/** The package whose programs read documents and build graphs; those that it depends on do the rest. */
const WRITER = '@arbiter/ingestion-worker';

/**
 * A fresh copy of the shared library in a folder: of one that an earlier run has kept, or else of what `fill` makes.
 *
 * @param folder empty; its copy may be written into
 * @param fill makes the library in an empty folder that it is given, and leaves nothing running on it
 */
export async function copySharedLibrary(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const kept = join(KEPT, `${PREFIX}${await fingerprint()}`);
  if (!(await exists(kept))) await keep(kept, fill);
  // The newest are those that were used last.
  await utimes(kept, new Date(), new Date());
  await cp(kept, folder, { recursive: true });
}

/** Made beside its place and moved there when it is whole; of two that make it at once, the first one's stays. */
async function keep(kept: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const draft = `${kept}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    await rename(draft, kept).catch(async (thrown: unknown) => {
      if (!(await exists(kept))) throw thrown;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await forgetOldest();
}

async function forgetOldest(): Promise<void> {
  const names = (await readdir(KEPT)).filter((name) => /^shared-library-[0-9a-f]+$/.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, usedMs: (await stat(join(KEPT, name))).mtimeMs })),
  );
  for (const { name } of dated.sort((a, b) => b.usedMs - a.usedMs).slice(MOST_KEPT))
    await rm(join(KEPT, name), { recursive: true, force: true });
}

/** Of everything that decides what is in the library: documents, the programs that read them, models, and third parties' code. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`${process.version} ${process.platform} ${process.arch}`);
  hash.update(JSON.stringify(SHARED_COLLECTIONS));
  hash.update(await readFile(new URL('../../src/shared/shared-library.ts', import.meta.url)));
  hash.update(await readFile(join(WORKSPACE.root, 'package-lock.json')));
  await updateWithFiles(join(WORKSPACE.root, 'domains', SHARED_DOMAIN));
  for (const folder of await packagesOf(WRITER)) {
    hash.update(await readFile(join(folder, 'package.json')));
    // Those of models hold the checksums of the weights.
    await updateWithFiles(join(folder, 'dist'), '.js');
  }
  return hash.digest('hex').slice(0, 16);

  async function updateWithFiles(folder: string, ending = ''): Promise<void> {
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
}

/** Folders of a package of this workspace and of those that it depends on. */
async function packagesOf(name: string, folders = new Map<string, string>()): Promise<string[]> {
  if (!folders.has(name)) {
    const folder = dirname(await realpath(join(WORKSPACE.root, 'node_modules', name, 'package.json')));
    folders.set(name, folder);
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const other of Object.keys(dependencies)) if (other.startsWith('@arbiter/')) await packagesOf(other, folders);
  }
  return [...folders.values()];
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
