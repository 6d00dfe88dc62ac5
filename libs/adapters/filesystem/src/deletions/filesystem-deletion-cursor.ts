import type { DeletionCursor } from '@arbiter/ports';
import type { DataDirectory } from '../data-directory/data-directory.js';
import { readTextFile } from '../read-text-file.js';

const FILE = 'deletions-seen';

/** The position in a file of its own. */
export class FilesystemDeletionCursor implements DeletionCursor {
  readonly #path: string;

  constructor(private readonly directory: DataDirectory) {
    this.#path = directory.resolve(FILE);
  }

  async read(signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const text = await this.directory.attempt(this.#path, () => readTextFile(this.#path));
    return text?.trim() ?? null;
  }

  async write(position: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.directory.write(this.#path, `${position}\n`);
  }
}
