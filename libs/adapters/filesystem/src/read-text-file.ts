import { readdir, readFile, stat } from 'node:fs/promises';
import { hasCode } from './filesystem-error.js';

/** @returns the file as UTF-8, byte order mark included; null when it is not there */
export async function readTextFile(path: string): Promise<string | null> {
  return nullWhenMissing(() => readFile(path, 'utf8'));
}

/** @returns the names in a folder, in no order; none when it is not there */
export async function readFolder(path: string): Promise<string[]> {
  return (await nullWhenMissing(() => readdir(path))) ?? [];
}

export async function nullWhenMissing<T>(step: () => Promise<T>): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Differs from that of every other state of a file that is replaced or appended to. Null when it is not there. */
export function fileStateOf(path: string): Promise<string | null> {
  return nullWhenMissing(async () => {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  });
}
