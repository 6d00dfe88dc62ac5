import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPackFile, writePackFile } from './pack-file.js';

/** The packs of this repository, a file each. */
const PACKS = fileURLToPath(new URL('../../../../tools/packs', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/arbiter-packs', import.meta.url));
const ENDING = '.jsonl';

/** Names of the packs in `tools/packs`, ascending. */
export function packNames(): string[] {
  return readdirSync(PACKS)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => basename(name, ENDING))
    .sort();
}

/** Which packs take part in what, by the name of the part (`tools/packs/README.md`). */
export function packParts(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(join(PACKS, 'parts.json'), 'utf8')) as Record<string, string[]>;
}

/**
 * Unpacks a pack of `tools/packs` beside the installed packages, unless that version of it is there. Nobody may write into
 * the folder.
 *
 * @returns its absolute path, which ends in the name of the pack
 * @throws RangeError for a name that is none
 */
export function packFolder(name: string): string {
  const file = join(PACKS, `${name}${ENDING}`);
  if (!/^[\w-]+$/.test(name) || !existsSync(file)) throw new RangeError(`there is no pack "${name}" in tools/packs`);
  return unpack(readFileSync(file, 'utf8'), CACHE);
}

/** @param cache folder of unpacked packs, by the hash of their files */
export function unpack(text: string, cache: string): string {
  const home = join(cache, createHash('sha256').update(text).digest('hex').slice(0, 16));
  const { name, content } = readPackFile(text);
  const folder = join(home, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  for (const [path, bytes] of content) {
    mkdirSync(dirname(join(draft, name, path)), { recursive: true });
    writeFileSync(join(draft, name, path), bytes);
  }
  try {
    renameSync(draft, home);
  } catch (error) {
    // Another process has been faster.
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The folder of a pack as the text of its file. @throws RangeError for a file whose path is not plain */
export function pack(folder: string): string {
  const root = resolve(folder);
  const files = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const content = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(root, path).split(sep).join('/'), readFileSync(path)] as const;
  });
  return writePackFile(basename(root), new Map(content));
}

/** Writes the file of a pack into `tools/packs`, as it is in a folder. @returns the path of the file */
export function keepPack(folder: string): string {
  const file = join(PACKS, `${basename(resolve(folder))}${ENDING}`);
  writeFileSync(file, pack(folder));
  return file;
}
