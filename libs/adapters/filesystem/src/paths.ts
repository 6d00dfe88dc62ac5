import { isAbsolute, relative, sep } from 'node:path';

/** Longest escaped name in bytes; leaves room for endings below the 255 that common file systems allow. */
const MAX_NAME_BYTES = 200;

/** Ids that are their own file names, as nearly all are; looking at every byte of 10,000 names takes a while. */
const PLAIN = /^[a-z0-9_-][a-z0-9._-]{0,199}$/;

/**
 * A file name that stands for an id on every file system: lower-case letters, digits, `_`, `-` and inner dots are kept,
 * every other byte of its UTF-8 is written `%xx`. Upper case is escaped because some file systems do not tell it apart.
 *
 * @returns null for an id that has no such name: empty, half a surrogate pair, or too long
 */
export function fileNameOf(id: string): string | null {
  if (PLAIN.test(id)) return id;
  if (id === '' || !id.isWellFormed()) return null;
  let name = '';
  for (const byte of Buffer.from(id, 'utf8')) {
    const character = String.fromCharCode(byte);
    const kept = /[a-z0-9_-]/.test(character) || (character === '.' && name !== '');
    name += kept ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name.length <= MAX_NAME_BYTES ? name : null;
}

/** @returns the id whose `fileNameOf` is the name; null for the name of anything else */
export function idOfFileName(name: string): string | null {
  if (PLAIN.test(name)) return name;
  const bytes = name.replace(/%([0-9a-f]{2})/g, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const id = Buffer.from(bytes, 'latin1').toString('utf8');
  return fileNameOf(id) === name ? id : null;
}

/** Whether a path is the root itself or lies below it. Both absolute; links are the caller's to resolve. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  // Absolute: on another drive.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
