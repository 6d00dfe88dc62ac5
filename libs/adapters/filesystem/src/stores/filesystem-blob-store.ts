import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import {
  assertBlobKey,
  blobWentAway,
  type BlobKey,
  type BlobKind,
  type BlobStore,
  type ByteRange,
  damagedBlob,
  isBlobKey,
  type ListedBlob,
  MeasuredBytes,
  type OpenBlob,
  type StoredBlob,
} from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { hasCode } from '../filesystem-error.js';
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

  async put(key: BlobKey, content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StoredBlob> {
    signal.throwIfAborted();
    assertBlobKey(key);
    const path = this.#pathOf(key);
    if (path === null) throw new ArbiterError('INVALID_REQUEST', 'The name of the collection is too long.');
    const measure = new MeasuredBytes();
    try {
      await this.directory.write(path, measure.of(content, signal));
    } catch (error) {
      throw measure.faultOr(error);
    }
    return measure.measured();
  }

  async open(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<OpenBlob | null> {
    const bytes = await this.size(key, signal);
    const path = this.#pathOf(key);
    if (bytes === null || path === null) return null;
    const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? bytes, bytes)];
    return { bytes, content: this.#read(path, key, { start, end }, signal) };
  }

  async size(key: BlobKey, signal: AbortSignal): Promise<number | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(key);
    if (path === null) return null;
    return this.directory.attempt(path, async () => (await nullWhenMissing(() => stat(path)))?.size ?? null);
  }

  async delete(key: BlobKey, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const path = this.#pathOf(key);
    if (path === null) return false;
    return this.directory.attempt(path, async () => (await nullWhenMissing(() => rm(path))) !== null);
  }

  async list(collection: string, kind: BlobKind, signal: AbortSignal): Promise<readonly ListedBlob[]> {
    signal.throwIfAborted();
    const folder = this.#folderOf(collection, kind);
    if (folder === null) return [];
    const names = await this.directory.attempt(folder, () => readFolder(folder));
    const found = await mapConcurrently(names, FILES_LOOKED_AT_ONCE, async (file): Promise<ListedBlob[]> => {
      signal.throwIfAborted();
      const name = idOfFileName(file);
      if (name === null || !isBlobKey({ collection, kind, name })) return [];
      const path = join(folder, file);
      const state = await this.directory.attempt(path, () => nullWhenMissing(() => stat(path)));
      return state?.isFile() ? [{ name, bytes: state.size, putAt: state.mtimeMs }] : [];
    });
    return found.flat().sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  async deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.directory.refuseUnlessWritable();
    const folder = this.#folderOf(collection);
    if (folder !== null) await this.directory.attempt(folder, () => rm(folder, { recursive: true, force: true }));
  }

  async *#read(path: string, key: BlobKey, { start, end }: ByteRange, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (start >= end) return;
    let left = end - start;
    try {
      // `end` of a stream is inclusive.
      for await (const piece of createReadStream(path, { start, end: end - 1, signal })) {
        left -= (piece as Buffer).length;
        yield piece as Buffer;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (hasCode(error, 'ENOENT')) throw blobWentAway(key);
      await this.directory.attempt(path, () => Promise.reject(error as Error));
    }
    if (left > 0) throw damagedBlob(key);
  }

  #pathOf(key: BlobKey): string | null {
    const [folder, name] = [this.#folderOf(key.collection, key.kind), fileNameOf(key.name)];
    return folder === null || name === null || !isBlobKey(key) ? null : join(folder, name);
  }

  #folderOf(collection: string, ...kind: readonly BlobKind[]): string | null {
    const name = fileNameOf(collection);
    return name === null ? null : this.directory.resolve(FOLDER, name, ...kind);
  }
}
