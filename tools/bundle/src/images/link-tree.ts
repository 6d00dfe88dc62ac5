import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Takes a path relative to the folder, with `/`; says whether it is wanted. */
export type Filter = (path: string) => boolean;

/** Puts a folder's files in another place as hard links, so that it costs no disk; copies where the file system is another. */
export function linkTree(from: string, to: string, wanted: Filter = () => true, prefix = ''): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (!wanted(path)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target, wanted, path);
    else if (entry.isFile()) linkFile(source, target);
  }
}

export function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK') throw thrown;
    copyFileSync(from, to);
  }
}

/** A text file of its own: never through a hard link, which would change the original. */
export function writeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
}

/** Bytes of all files below a folder; 0 when it is absent. */
export function sizeOf(folder: string): number {
  let bytes = 0;
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return 0;
  }
  for (const name of names) {
    const path = join(folder, name);
    const stats = statSync(path);
    bytes += stats.isDirectory() ? sizeOf(path) : stats.size;
  }
  return bytes;
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
