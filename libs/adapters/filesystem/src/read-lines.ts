import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export interface FileLine {
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
