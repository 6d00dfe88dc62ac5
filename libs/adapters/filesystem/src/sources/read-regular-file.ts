import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import { fromFilesystemError } from '../filesystem-error.js';

const CHUNK_BYTES = 1024 * 1024;

// A pipe that took the file's place must not block the opening, and a link that did must not lead elsewhere.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** A path as the system knows it, where names need not be UTF-8. */
export type RawPath = Buffer;

/**
 * Reads a file of any size up to a limit, in steps between which it can be cancelled.
 *
 * @param path with no symbolic link as its last part
 * @param limit bytes
 * @throws ArbiterError PAYLOAD_TOO_LARGE above the limit, NOT_FOUND when it has gone, FORBIDDEN when it may not be read or
 *   is no file
 */
export async function readRegularFile(
  path: RawPath,
  { shown, limit, signal }: { readonly shown: string; readonly limit: number; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  signal.throwIfAborted();
  try {
    const file = await open(path, FLAGS);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new ArbiterError('FORBIDDEN', `"${shown}" is not a regular file and is not opened.`);
      if (stat.size > limit) throw tooLarge(shown, limit);
      const chunks: Uint8Array[] = [];
      for (let length = 0; ;) {
        signal.throwIfAborted();
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkSize(stat.size, length)) });
        if (bytesRead === 0) return Buffer.concat(chunks);
        chunks.push(buffer.subarray(0, bytesRead));
        // It may grow while it is read.
        length += bytesRead;
        if (length > limit) throw tooLarge(shown, limit);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw fromFilesystemError(error, shown, 'source');
  }
}

/** One byte more than is left, so that a small file takes one read and one that finds the end. */
function chunkSize(size: number, read: number): number {
  return Math.min(CHUNK_BYTES, Math.max(size - read, 0) + 1);
}

function tooLarge(shown: string, limit: number): ArbiterError {
  return new ArbiterError(
    'PAYLOAD_TOO_LARGE',
    `"${shown}" is larger than the limit of ${describeBytes(limit)}. Split it, or leave it out by a line in .arbiterignore.`,
    { details: { source: shown, limitBytes: limit } },
  );
}

function describeBytes(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}
