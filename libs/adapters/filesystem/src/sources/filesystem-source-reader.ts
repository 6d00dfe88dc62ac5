import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import type { FoundItem, RelatedFiles, SourceReader } from '@arbiter/ports';
import { fromFilesystemError } from '../filesystem-error.js';
import { nullWhenMissing } from '../read-text-file.js';
import { FolderWalk } from './folder-walk.js';
import { decodePath, filesBeside, folderOf, nameOf, readRegularFile } from './regular-files.js';

const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface SourceReaderOptions {
  /** Files above it are found, and rejected with PAYLOAD_TOO_LARGE when they are read. Bytes; default 64 MiB. */
  readonly maxFileBytes?: number;
  /** Folders that are never walked into, such as the data directory. */
  readonly exclude?: readonly string[];
}

/**
 * Files of this machine.
 *
 * A folder is walked in order of its names, by bytes. Left out without being counted: `.git`, `node_modules` and other
 * names of tools. Left out with a reason: hidden names, whatever `.gitignore` and `.arbiterignore` name, pipes, sockets and
 * devices, and links that lead out of the folder, to nothing, or to what is found under its own name anyway. Links are
 * looked at last.
 */
export class FilesystemSourceReader implements SourceReader {
  readonly #limit: number;
  readonly #exclude: readonly string[];

  constructor({ maxFileBytes = MAX_FILE_BYTES, exclude = [] }: SourceReaderOptions = {}) {
    this.#limit = maxFileBytes;
    this.#exclude = exclude;
  }

  /** @returns the real path, so that two ways to one folder are one origin; the absolute one when nothing is there */
  originOf(path: string): string {
    try {
      return realpathSync(path);
    } catch {
      return resolve(path);
    }
  }

  async *walk(path: string, signal: AbortSignal): AsyncIterable<FoundItem> {
    signal.throwIfAborted();
    const { root, kind } = await look(path);
    const origin = decodePath(root);
    if (kind === 'folder') {
      const exclude = await Promise.all(this.#exclude.map((one) => nullWhenMissing(() => realpath(one))));
      const excluded = exclude.filter((one) => one !== null);
      yield* new FolderWalk({ root, origin, limit: this.#limit, excluded, signal }).items();
      return;
    }
    const source = nameOf(root);
    if (kind === 'special') {
      yield { skipped: { source, reason: 'It is a pipe, socket or device, not a file.' } };
      return;
    }
    yield {
      source,
      origin,
      location: origin,
      size: kind,
      read: (readSignal) => readRegularFile(root, { shown: source, limit: this.#limit, signal: readSignal }),
      ...(isUtf8(root) && { file: origin }),
      related: await filesBesideFile(root, this.#limit),
    };
  }
}

/** The files in the folder of a file that was asked for by name; none if the folder may not be listed. */
async function filesBesideFile(file: Buffer, limit: number): Promise<RelatedFiles> {
  const folder = folderOf(file);
  const names = await readdir(folder, { encoding: 'buffer' }).catch((): Buffer[] => []);
  return filesBeside(folder, names, limit);
}

/** @returns the real path, and the size when it is a file */
async function look(path: string): Promise<{ readonly root: Buffer; readonly kind: 'folder' | 'special' | number }> {
  if (path === '' || path.includes('\0')) {
    throw new ArbiterError('INVALID_REQUEST', 'The path to read from is empty or holds a NUL character.');
  }
  try {
    const root = await realpath(path, { encoding: 'buffer' });
    const found = await stat(root);
    return { root, kind: found.isDirectory() ? 'folder' : found.isFile() ? found.size : 'special' };
  } catch (error) {
    throw fromFilesystemError(error, path, 'source');
  }
}
