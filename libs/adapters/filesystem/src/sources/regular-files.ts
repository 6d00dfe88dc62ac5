import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { RelatedFiles } from '@arbiter/ports';
import { fromFilesystemError } from '../filesystem-error.js';

const CHUNK_BYTES = 1024 * 1024;

// A pipe that took the file's place must not block the opening, and a link that did must not lead elsewhere.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const SLASH_BYTE = 0x2f;
const SLASH = Buffer.from('/');

/** A path as the system knows it, where names need not be UTF-8. */
type RawPath = Buffer;

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

/**
 * The files of a folder, to be read by the name that they have in it. Links are refused when they are read: they may lead
 * out of what was handed in.
 *
 * @param folder real path
 * @param limit bytes of a file
 */
export function filesBeside(folder: Buffer, names: readonly Buffer[], limit: number): RelatedFiles {
  const rawNames = new Map(names.map((raw) => [decodeName(raw), raw]));
  return {
    names: [...rawNames.keys()].sort(compareCodeUnits),
    read: async (name, signal) => {
      const raw = rawNames.get(name);
      if (!raw) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in the folder.`);
      return readRegularFile(joinRaw(folder, raw), { shown: name, limit, signal });
    },
  };
}

/** @returns the folder that a path lies in */
export function folderOf(path: Buffer): Buffer {
  const end = path.lastIndexOf(SLASH_BYTE);
  return end <= 0 ? Buffer.from('/') : path.subarray(0, end);
}

/** @returns a name for people and as a key: the name itself, or its bytes outside ASCII as `%XX` when it is no UTF-8 */
export function decodeName(name: Buffer): string {
  if (isUtf8(name)) return name.toString('utf8');
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}

export function joinRaw(folder: Buffer, name: Buffer): Buffer {
  return folder.equals(SLASH) ? Buffer.concat([SLASH, name]) : Buffer.concat([folder, SLASH, name]);
}

/** @returns a path with each of its names decoded */
export function decodePath(path: Buffer): string {
  if (isUtf8(path)) return path.toString('utf8');
  const names = path.toString('latin1').split('/');
  return names.map((name) => decodeName(Buffer.from(name, 'latin1'))).join('/');
}

/** @returns the last part of a path */
export function nameOf(path: Buffer): string {
  return decodeName(path.subarray(path.lastIndexOf(0x2f) + 1));
}

/** @returns true when the path is the folder or lies below it; both real */
export function isInsideRaw(folder: Buffer, path: Buffer): boolean {
  if (folder.equals(SLASH) || path.equals(folder)) return true;
  return path.length > folder.length && path[folder.length] === 0x2f && path.subarray(0, folder.length).equals(folder);
}

/** @returns a text that is equal for equal paths only */
export function keyOf(path: Buffer): string {
  return path.toString('latin1');
}
