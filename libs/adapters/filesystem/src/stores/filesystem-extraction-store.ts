import { readFile, rm } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import { assertExtractionPart, type ExtractionStore, isExtractionPart } from '@arbiter/ports';
import { bytesAfterHead, headOf } from '../checked-bytes.js';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf } from '../paths.js';
import { nullWhenMissing, readFolder } from '../read-text-file.js';

const FOLDER = 'extractions';
const ENDING = '.extractions';
const FORMAT = 'arbiter-extractions 1';

/** A file per part, `extractions/<collection>/<part>.extractions`. */
export class FilesystemExtractionStore implements ExtractionStore {
  constructor(private readonly directory: DataDirectory) {}

  async read(collection: string, part: string, signal: AbortSignal): Promise<Uint8Array | null> {
    signal.throwIfAborted();
    const folder = this.#folderOf(collection);
    if (folder === null || !isExtractionPart(part)) return null;
    const path = this.directory.resolve(folder, `${part}${ENDING}`);
    const file = await this.directory.attempt(path, () => nullWhenMissing(() => readFile(path)));
    return file && bytesAfterHead(FORMAT, file);
  }

  async put(collection: string, part: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    assertExtractionPart(part, bytes);
    this.directory.refuseUnlessWritable();
    const folder = this.#folderOf(collection);
    if (folder === null) throw new ArbiterError('INVALID_REQUEST', 'The name of the collection is too long.');
    const path = this.directory.resolve(folder, `${part}${ENDING}`);
    await this.directory.write(path, [headOf(FORMAT, bytes), bytes]);
  }

  async prune(collection: string, kept: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const folder = this.#folderOf(collection);
    if (folder === null) return;
    const path = this.directory.resolve(folder);
    await this.directory.attempt(path, async () => {
      if (kept.size === 0) return rm(path, { recursive: true, force: true });
      for (const name of await readFolder(path))
        if (name.endsWith(ENDING) && !kept.has(name.slice(0, -ENDING.length)))
          await rm(this.directory.resolve(folder, name), { force: true });
    });
  }

  delete(collection: string, signal: AbortSignal): Promise<void> {
    return this.prune(collection, new Set(), signal);
  }

  /** Relative to the data directory. */
  #folderOf(collection: string): string | null {
    const name = fileNameOf(collection);
    return name === null ? null : `${FOLDER}/${name}`;
  }
}
