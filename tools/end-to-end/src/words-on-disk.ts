import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** As zlib writes it: no name, no comment. */
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b, 0x08, 0x00);
const GZIP_HEADER_BYTES = 10;
/** The same in base64, as records hold what is packed. */
const PACKED_IN_TEXT = /H4sI[A-Za-z0-9+/]{16,}={0,2}/g;

/**
 * Files below a folder in which one of some words stands, in any case: as text, or in what is packed with gzip, also where
 * a store's file holds it among others.
 *
 * @returns relative paths, ascending
 */
export async function filesWithWords(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    // Stores take files away while one looks.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const texts = [bytes.toString('latin1'), ...unpacked(bytes)].map((text) => text.toLowerCase());
    if (words.some((word) => texts.some((text) => text.includes(word)))) found.push(relative(folder, path));
  }
  return found.sort();
}

function* unpacked(bytes: Buffer): Iterable<string> {
  for (let at = bytes.indexOf(GZIP_MAGIC); at !== -1; at = bytes.indexOf(GZIP_MAGIC, at + 1)) {
    const text = inflate(bytes.subarray(at));
    if (text !== null) yield text;
  }
  for (const [packed] of bytes.toString('latin1').matchAll(PACKED_IN_TEXT)) {
    const text = inflate(Buffer.from(packed, 'base64'));
    if (text !== null) yield text;
  }
}

/** Inflates packed bytes, whatever follows them; null if they are not packed. */
function inflate(bytes: Buffer): string | null {
  try {
    // Of a whole member zlib insists that nothing follows it.
    return inflateRawSync(bytes.subarray(GZIP_HEADER_BYTES)).toString('latin1');
  } catch {
    return null;
  }
}
