import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_READER } from './environment.js';
import { WORKSPACE } from './installation.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { copyKeptFolder } from './shared/kept-folder.js';
import { libraryFingerprint } from './shared/library-fingerprint.js';
import { fillSharedLibrary } from './shared/shared-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** As `LibraryStandalone` keeps it: whichever is first fills it. */
const KEPT_LIBRARIES = join(WORKSPACE.root, 'node_modules', '.cache', 'arbiter');

/**
 * Copies the shared library, the sample domain with its graph included, for a program of one's own: to read the domain again takes
 * half a minute of a processor.
 *
 * @param dataDir an empty folder
 * @throws ArbiterError when the programs are not built, or as `fillSharedLibrary`
 */
export async function copySharedLibrary(dataDir: string): Promise<void> {
  const path = join(KEPT_LIBRARIES, `shared-library-${await libraryFingerprint()}`);
  await copyKeptFolder({ path, fill }, dataDir);
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
