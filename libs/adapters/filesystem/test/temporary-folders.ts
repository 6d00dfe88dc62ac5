import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { ManualClock } from '@arbiter/ports/testing';
import { type DataDirectory, openDataDirectory } from '../src/index.js';

/** Gives each test its own real folders and takes them away after it. Call once at the top of a spec. */
export function useTemporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
  });
  return async () => {
    const path = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-filesystem-')));
    made.push(path);
    return path;
  };
}

/** As useTemporaryFolders, each opened as a data directory for writing and closed after the test. */
export function useDataDirectories(): () => Promise<DataDirectory> {
  const newFolder = useTemporaryFolders();
  const open: DataDirectory[] = [];
  afterEach(async () => {
    for (const directory of open.splice(0)) await directory.close();
  });
  return async () => {
    const directory = await openDataDirectory({ path: await newFolder(), mode: 'write', clock: new ManualClock() });
    open.push(directory);
    return directory;
  };
}
