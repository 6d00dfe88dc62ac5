import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that live as long as the specs that use them. */
export class TemporaryFolders {
  private readonly made: string[] = [];

  async create(): Promise<string> {
    const path = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-end-to-end-')));
    this.made.push(path);
    return path;
  }

  async removeAll(): Promise<void> {
    for (const path of this.made.splice(0)) await rm(path, { recursive: true, force: true });
  }
}
