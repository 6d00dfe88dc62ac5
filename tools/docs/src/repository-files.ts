import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository, seen from `src` as from `dist`. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** Names that are never committed, for use without git (an unpacked archive). */
const NEVER_COMMITTED = new Set(['node_modules', 'dist', 'coverage', '.git', '.nx', '.arbiter']);

/** Files that are, or are about to be, committed: paths from the root, ascending, `/` between their parts. */
export function repositoryFiles(root: string = REPOSITORY): string[] {
  return (gitFiles(root) ?? walk(root, '')).filter((path) => existsSync(join(root, path))).sort();
}

/** The text of a file; null when it holds a NUL, as text does not. */
export function readText(path: string, root: string = REPOSITORY): string | null {
  const text = readFileSync(join(root, path), 'utf8');
  return text.includes('\0') ? null : text;
}

function gitFiles(root: string): string[] | null {
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(listed.split('\0').filter((path) => path !== ''))];
  } catch {
    // No git, or a checkout that belongs to another user: the folder itself tells nearly as much.
    return null;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NEVER_COMMITTED.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, path);
    return entry.isFile() ? [path] : [];
  });
}
