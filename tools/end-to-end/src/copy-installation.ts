import { copyFile, cp, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Installation, isBundleCurrent, WORKSPACE } from './installation.js';

/** Where workspace packages lie, one folder below each. */
const PACKAGE_FOLDERS = ['apps', 'libs', 'libs/adapters', 'libs/models'];

/** The parts of a package that are needed to run it, besides its model. */
const DELIVERED = ['dist', 'bundle', 'bin'];

/** Three in four files of a package, which no program reads. */
const UNREAD = /\.(?:map|d\.[cm]?ts|tsbuildinfo)$/;

/** Folder of the embedding model in an installation. */
export const MODEL_FOLDER = 'libs/models/bge-small-en-v1.5/model';
/** Folder of the model that reads. */
export const READER_FOLDER = 'libs/models/reader-bge-small/model';

/** Installs the built programs in an empty folder, where the files of models can be damaged. Other files must stay as they are. */
export async function copyInstallation(folder: string): Promise<Installation> {
  await copyPackages(folder);
  await linkDependencies(WORKSPACE.root, folder);
  // The bundle is current where it was copied from; times of files are not copied to the nanosecond.
  if (isBundleCurrent(WORKSPACE.root)) {
    const stamp = join(folder, 'apps/cli/bundle/stamp.json');
    await rm(stamp);
    await writeFile(stamp, '{ "files": {} }');
  }
  return new Installation(folder);
}

async function copyPackages(folder: string): Promise<void> {
  const own = join(folder, 'node_modules', '@arbiter');
  await mkdir(own, { recursive: true });
  for (const parent of PACKAGE_FOLDERS) {
    for (const name of await readdir(join(WORKSPACE.root, parent))) {
      const manifest = await readManifest(join(WORKSPACE.root, parent, name));
      if (manifest === null) continue;
      const copy = join(folder, parent, name);
      await mkdir(copy, { recursive: true });
      const original = join(WORKSPACE.root, parent, name);
      await linkFile(join(original, 'package.json'), join(copy, 'package.json'));
      for (const part of DELIVERED) await linkFolder(join(original, part), join(copy, part)).catch(unlessMissing);
      await cp(join(original, 'model'), join(copy, 'model'), { recursive: true }).catch(unlessMissing);
      await linkDependencies(original, copy);
      await symlink(copy, join(own, basename(manifest.name)));
    }
  }
}

/** Hard links: Node.js follows a symbolic link and would find the models of the original. */
async function linkFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await mkdir(to, { recursive: true });
  for (const entry of entries) {
    if (UNREAD.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await (entry.isDirectory() ? linkFolder(source, target) : linkFile(source, target));
  }
}

/** A copy where the file system of temporary folders is another one. */
async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM') throw thrown;
    await copyFile(from, to);
  }
}

/** Links to everything in a package's own node_modules but the workspace's packages. */
async function linkDependencies(from: string, to: string): Promise<void> {
  const names = await readdir(join(from, 'node_modules')).catch(unlessMissing);
  for (const name of names ?? []) {
    if (name.startsWith('.') || name === '@arbiter') continue;
    const link = join(to, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(from, 'node_modules', name), link);
  }
}

async function readManifest(folder: string): Promise<{ name: string } | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(unlessMissing);
  return text === undefined ? null : (JSON.parse(text) as { name: string });
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
