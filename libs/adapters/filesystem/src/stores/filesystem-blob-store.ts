import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import {
  assertBlobKey,
  isBlobName,
  type BlobKey,
  type BlobKind,
  type BlobStore,
  type ByteRange,
  type ListedBlob,
} from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { fileNameOf, idOfFileName } from '../paths.js';
import { nullWhenMissing, readFolder } from '../read-text-file.js';

const FOLDER = 'blobs';
const FILES_LOOKED_AT_ONCE = 16;

/**
 * A file per blob, `blobs/<collection>/<kind>/<name>`, with its bytes and nothing else. It remembers nothing, so that a reader in
 * another process sees every blob as soon as it is put.
 */
export class FilesystemBlobStore implements BlobStore {
  constructor(private readonly directory: DataDirectory) {}

  async put(key: BlobKey, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.directory.write(this.#pathOf(key), bytes);
  }

  async get(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<Buffer | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(key);
    // `end` of a stream is inclusive.
    const within = range ? { start: range.start, end: range.end - 1 } : {};
    return this.directory.attempt(path, () => nullWhenMissing(() => buffer(createReadStream(path, within))));
  }

  async delete(key: BlobKey, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#remove(this.#pathOf(key));
  }

  async list(collection: string, kind: BlobKind, signal: AbortSignal, prefix = ''): Promise<readonly ListedBlob[]> {
    signal.throwIfAborted();
    const folder = this.#folderOf(collection, kind);
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    const found = await mapConcurrently(names, FILES_LOOKED_AT_ONCE, async (file) => {
      signal.throwIfAborted();
      const name = idOfFileName(file);
      if (name?.startsWith(prefix) !== true) return [];
      const path = join(folder, file);
      const state = await this.directory.attempt(path, () => nullWhenMissing(() => stat(path)));
      return isBlobName(name) && state?.isFile() ? [{ name, putAt: state.mtimeMs }] : [];
    });
    return found.flat().sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  async deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#remove(this.#folderOf(collection));
  }

  #remove(path: string): Promise<void> {
    this.directory.refuseUnlessWritable();
    return this.directory.attempt(path, () => rm(path, { recursive: true, force: true }));
  }

  #pathOf(key: BlobKey): string {
    assertBlobKey(key);
    return this.#folderOf(key.collection, key.kind, fileNameOf(key.name));
  }

  /** @throws ArbiterError INVALID_REQUEST for what is too long for a file's name */
  #folderOf(collection: string, ...below: readonly (string | null)[]): string {
    const names = [fileNameOf(collection), ...below].filter((name) => name !== null);
    if (names.length === 1 + below.length) return this.directory.resolve(FOLDER, ...names);
    throw new ArbiterError('INVALID_REQUEST', 'The name of the collection, or of a blob, is too long for a file.');
  }
}
