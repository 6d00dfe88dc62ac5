/** Folders that hold nothing anybody wrote to be read; the first is what macOS adds to every archive. */
const LEFT_OUT: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);
/** PATH_MAX of Linux. */
const MAX_LENGTH = 4_096;

/**
 * The path of an entry inside its archive.
 *
 * @returns 'outside' for a name that leads out of the archive (APPNOTE.TXT 4.4.17 forbids drive letters and roots), 'hidden'
 *   for what is left out of folders, too
 */
export function entryPath(name: string): { readonly path: string } | 'outside' | 'hidden' {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isRooted = name.startsWith('/') || /^[A-Za-z]:/.test(name);
  if (isRooted || segments.includes('..') || name.includes('\0') || name.length > MAX_LENGTH) return 'outside';
  if (segments.some((segment) => segment.startsWith('.') || LEFT_OUT.has(segment))) return 'hidden';
  return { path: segments.join('/') };
}
