import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What is asked of a pack; changing it changes no document. */
const QUESTIONS_FOLDER = 'eval';

/**
 * sha256 over the names and bytes of everything in a pack that could be ingested, hexadecimal: two packs with the same
 * hash make the same library.
 */
export async function hashPack(folder: string): Promise<string> {
  const files = (await packFiles(folder)).filter((path) => path.split('/')[0] !== QUESTIONS_FOLDER);
  const hash = createHash('sha256');
  for (const path of files) {
    const content = await readFile(join(folder, path));
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Paths of all files of a pack, relative to it, `/` between segments, in order. */
export async function packFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
