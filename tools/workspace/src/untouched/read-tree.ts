import { execFileSync } from 'node:child_process';
import type { TrackedFile, Tree } from './package-keys.js';

/** Bytes; a listing of this repository has a few hundred thousand. */
const LONGEST_LISTING = 256 * 1024 * 1024;

/**
 * The files of a working tree as git knows them, and where the working tree differs: changed, deleted, new and not ignored.
 *
 * @throws Error when the folder is no working tree of git, or there is no git
 */
export function readTree(root: string): Tree {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: LONGEST_LISTING,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
      .split('\0')
      .filter((line) => line !== '');
  return {
    files: git('ls-files', '--stage', '-z').map(trackedFile),
    // Without detection of renames, a line is a status of two letters, a space and one path.
    changed: git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all').map((line) => line.slice(3)),
  };
}

/** `<mode> <object> <stage>\t<path>` */
function trackedFile(line: string): TrackedFile {
  const tab = line.indexOf('\t');
  return { path: line.slice(tab + 1), id: line.slice(0, tab) };
}
