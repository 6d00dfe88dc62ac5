import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Installation, isBundleCurrent, WORKSPACE } from './installation.js';

/** Where workspace packages lie, one folder below each. */
const PACKAGE_FOLDERS = ['apps', 'libs', 'libs/adapters', 'libs/models'];

/** The parts of a package that are needed to run it. */
const DELIVERED = ['package.json', 'dist', 'bundle', 'bin', 'model'];

/** Folder of the embedding model in an installation. */
export const MODEL_FOLDER = 'libs/models/bge-small-en-v1.5/model';
/** Folder of the model that reads. */
export const READER_FOLDER = 'libs/models/reader-bge-small/model';

/** Copies the built programs into an empty folder, where their files can be damaged. Packages of others are linked to. */
export async function copyInstallation(folder: string): Promise<Installation> {
  await copyPackages(folder);
  await linkDependencies(WORKSPACE.root, folder);
  // The bundle is current where it was copied from; times of files are not copied to the nanosecond.
  if (isBundleCurrent(WORKSPACE.root)) await writeFile(join(folder, 'apps/cli/bundle/stamp.json'), '{ "files": {} }');
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
      for (const part of DELIVERED) {
        await cp(join(WORKSPACE.root, parent, name, part), join(copy, part), { recursive: true }).catch(unlessMissing);
      }
      await linkDependencies(join(WORKSPACE.root, parent, name), copy);
      await symlink(copy, join(own, basename(manifest.name)));
    }
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
