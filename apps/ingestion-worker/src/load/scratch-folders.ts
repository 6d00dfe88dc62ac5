import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** A program that was stopped may still write while its folder is removed. */
const REMOVAL_RETRIES = 5;

/** Private folders for what is fetched, all removed together. */
export class ScratchFolders {
  private readonly folders: string[] = [];

  /** @param root the folder that they are made in; made when the first one is */
  constructor(private readonly root: string) {}

  /** @throws ArbiterError UNAVAILABLE when none can be made, as on a full disk */
  async create(): Promise<string> {
    try {
      await mkdir(this.root, { recursive: true, mode: 0o700 });
      // Readable by nobody else (mkdtemp(3)): what is fetched may be confidential.
      const folder = await mkdtemp(join(this.root, 'load-'));
      this.folders.push(folder);
      return folder;
    } catch (cause) {
      throw new ArbiterError('UNAVAILABLE', 'No folder can be made for what is fetched; is the disk full?', { cause });
    }
  }

  async remove(): Promise<void> {
    for (const folder of this.folders.splice(0))
      await rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_RETRIES });
  }
}
