import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_READER } from '../environment.js';
import { WORKSPACE } from '../installation.js';
import { Processes } from '../processes.js';
import { startStandaloneProcess } from '../servers.js';
import { copyKeptFolder } from './kept-folder.js';
import { libraryFingerprint } from './library-fingerprint.js';
import { fillSharedLibrary } from './shared-library.js';
import { TemporaryFolders } from '../temporary-folders.js';

/** Whoever clones this repository fills one once, in half a minute. */
const CACHE = join(WORKSPACE.root, 'node_modules', '.cache', 'arbiter');

/** Of this clone: what is built does not change while tests run, and to hash it takes most of a second. */
let fingerprintOfClone: Promise<string> | undefined;

/**
 * Copies the shared library, the sample domain with its graph included, for a program of one's own: to read the domain again takes
 * half a minute of a processor.
 *
 * @param dataDir an empty folder
 * @throws ArbiterError when the programs are not built, or as `fillSharedLibrary`
 */
export async function copySharedLibrary(dataDir: string): Promise<void> {
  const fingerprint = await (fingerprintOfClone ??= libraryFingerprint());
  await copyKeptFolder({ cache: CACHE, name: 'shared-library', fingerprint, fill }, dataDir);
}

/**
 * Copies only the vectors of the shared library: an ingestion of the sample domain then stores everything itself, and embeds
 * nothing.
 *
 * @param dataDir of a program that has not started yet
 * @throws ArbiterError as {@link copySharedLibrary}
 */
export async function copySharedVectors(dataDir: string): Promise<void> {
  const folders = new TemporaryFolders();
  try {
    const library = await folders.create();
    await copySharedLibrary(library);
    await cp(join(library, 'embeddings'), join(dataDir, 'embeddings'), { recursive: true });
  } finally {
    await folders.removeAll();
  }
}

async function fill(folder: string): Promise<void> {
  const processes = new Processes();
  try {
    const { url, process } = await startStandaloneProcess(processes, { dataDir: folder, env: NO_READER });
    await fillSharedLibrary(url);
    await process.stop();
  } finally {
    await processes.stopAll();
  }
}
