import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from './generated-files.js';

/** Paths of the files whose text on disk is another, or that are not there. */
export function staleFiles(files: readonly GeneratedFile[], root: string): string[] {
  return files
    .filter(({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
    .map(({ path }) => path);
}

/** Writes what differs. @returns the paths written */
export function writeStale(files: readonly GeneratedFile[], root: string): string[] {
  const stale = staleFiles(files, root);
  for (const { path, text } of files) {
    if (!stale.includes(path)) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return stale;
}
