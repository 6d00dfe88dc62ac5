import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import { fromFilesystemError } from './filesystem-error.js';
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFolder } from './private-files.js';
import { nullWhenMissing } from './read-text-file.js';

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const END_OF_LINE = Buffer.of(0x0a);

interface FileLine {
  /** Without the newline. */
  readonly bytes: Buffer;
  /** Position of its first byte in the file. */
  readonly start: number;
  /** False for a last line without a newline: its writing was interrupted. */
  readonly whole: boolean;
}

/** The lines of a file from its beginning, read block by block. */
export async function* readLines(file: FileHandle): AsyncIterable<FileLine> {
  let parts: Buffer[] = [];
  let start = 0;
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(BLOCK_BYTES), position });
    if (bytesRead === 0) break;
    const block = buffer.subarray(0, bytesRead);
    let from = 0;
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, from)) {
      yield { bytes: Buffer.concat([...parts, block.subarray(from, end)]), start, whole: true };
      parts = [];
      from = end + 1;
      start = position + from;
    }
    if (from < block.length) parts.push(block.subarray(from));
    position += bytesRead;
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), start, whole: false };
}

/**
 * The lines of a file from its end, read block by block; a last line without a newline counts as a line.
 *
 * @param size bytes of the file that are looked at
 */
export async function* readLinesBackwards(file: FileHandle, size: number): AsyncIterable<Buffer> {
  // What lies after the last newline seen so far, in order of the file.
  let parts: Buffer[] = [];
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(end - start), position: start });
    const block = buffer.subarray(0, bytesRead);
    let to = block.length;
    for (let at = block.lastIndexOf(NEWLINE); at !== -1; at = at === 0 ? -1 : block.lastIndexOf(NEWLINE, at - 1)) {
      const line = Buffer.concat([block.subarray(at + 1, to), ...parts]);
      parts = [];
      to = at;
      if (line.length > 0) yield line;
    }
    if (to > 0) parts.unshift(block.subarray(0, to));
    end = start;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

/**
 * The last line that ends in a newline, and the bytes up to its end. What follows it was cut short by a crash.
 *
 * @returns null and 0 where no line was finished
 */
export async function findLastLine(file: FileHandle): Promise<{ readonly line: Buffer | null; readonly end: number }> {
  const { size } = await file.stat();
  if (size === 0) return { line: null, end: 0 };
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  let cut = buffer[0] === NEWLINE ? 0 : null;
  for await (const line of readLinesBackwards(file, size)) {
    if (cut !== null) return { line, end: size - cut };
    cut = line.length;
  }
  return { line: null, end: size - (cut ?? 0) };
}

/** Opens a file for reading and writing. A file that is not there is made, with its folder. */
export async function openForAppending(path: string): Promise<FileHandle> {
  const present = await nullWhenMissing(() => open(path, 'r+'));
  if (present) return present;
  const folder = dirname(path);
  const firstMade = await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
  if (firstMade !== undefined) await syncFolder(dirname(firstMade));
  const made = await open(path, 'wx+', PRIVATE_FILE.mode);
  await syncFolder(folder);
  return made;
}

/** Writes bytes at a position, all or none of them. Resolves once they are on the disk. */
export async function writeDurably(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  try {
    for (let written = 0; written < bytes.length;) {
      written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
    }
    await file.datasync();
  } catch (error) {
    await file.truncate(position).catch(() => undefined);
    throw error;
  }
}

/** Appends a JSON line. A line that a crash has cut short is ended first, so that the new one survives. */
export function appendLine(path: string, record: Readonly<Record<string, unknown>>): Promise<void> {
  return appendLines(path, [JSON.stringify(record)]);
}

/** As {@link appendLine}, several with one wait for the disk, and all of them or none. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await openForAppending(path);
  try {
    const { size } = await file.stat();
    const last = size === 0 ? null : (await file.read({ buffer: Buffer.alloc(1), position: size - 1 })).buffer[0];
    const ended = last === null || last === NEWLINE ? '' : '\n';
    await writeDurably(file, Buffer.from(`${ended}${lines.join('\n')}\n`), size);
  } finally {
    await file.close();
  }
}

/** A line to stay as it is, one to stand in its place, or null for one to go. */
export type LineChange = 'keep' | Buffer | null;

/**
 * The lines of a file at a path, the remains of one that a crash has cut short too; none of a file that is not there.
 *
 * @param order default: from the beginning
 */
export async function* linesAt(
  directory: DataDirectory,
  path: string,
  signal: AbortSignal,
  order: 'forwards' | 'backwards' = 'forwards',
): AsyncIterable<Buffer> {
  const file = await directory.attempt(path, () => nullWhenMissing(() => open(path, 'r')));
  if (file === null) return;
  try {
    if (order === 'backwards') {
      const { size } = await file.stat();
      for await (const line of readLinesBackwards(file, size)) {
        signal.throwIfAborted();
        yield line;
      }
    } else {
      for await (const { bytes } of readLines(file)) {
        signal.throwIfAborted();
        yield bytes;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fromFilesystemError(error, relative(directory.path, path), 'data');
  } finally {
    await file.close();
  }
}

/**
 * Changes lines of a file. The file is replaced as a whole, and only where a line changes, so that nothing of what went is
 * left in it.
 *
 * @param change given a line without its end
 * @returns how many lines have changed; 0 for a file that is not there
 */
export async function rewriteLines(
  directory: DataDirectory,
  path: string,
  change: (line: Buffer) => LineChange | Promise<LineChange>,
  signal: AbortSignal,
): Promise<number> {
  const lines: Buffer[] = [];
  let changed = 0;
  await directory.attempt(path, async () => {
    const file = await nullWhenMissing(() => open(path, 'r'));
    if (file === null) return;
    try {
      for await (const { bytes, whole } of readLines(file)) {
        signal.throwIfAborted();
        const next = await change(bytes);
        if (next !== 'keep') changed += 1;
        const left = next === 'keep' ? bytes : next;
        if (left !== null) lines.push(whole || next !== 'keep' ? Buffer.concat([left, END_OF_LINE]) : left);
      }
    } finally {
      await file.close();
    }
  });
  if (changed > 0) await directory.write(path, lines);
  return changed;
}

/** Runs steps one after the other, in the order of their calls. A step that rejects does not stop the next. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
