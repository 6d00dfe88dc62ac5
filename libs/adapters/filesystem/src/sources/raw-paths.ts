import { isUtf8 } from 'node:buffer';

const SLASH = Buffer.from('/');

/** @returns a name for people and as a key: the name itself, or its bytes outside ASCII as `%XX` when it is no UTF-8 */
export function decodeName(name: Buffer): string {
  if (isUtf8(name)) return name.toString('utf8');
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}

export function joinRaw(folder: Buffer, name: Buffer): Buffer {
  return folder.equals(SLASH) ? Buffer.concat([SLASH, name]) : Buffer.concat([folder, SLASH, name]);
}

/** @returns a path with each of its names decoded */
export function decodePath(path: Buffer): string {
  if (isUtf8(path)) return path.toString('utf8');
  const names = path.toString('latin1').split('/');
  return names.map((name) => decodeName(Buffer.from(name, 'latin1'))).join('/');
}

/** @returns the last part of a path */
export function nameOf(path: Buffer): string {
  return decodeName(path.subarray(path.lastIndexOf(0x2f) + 1));
}

/** @returns true when the path is the folder or lies below it; both real */
export function isInsideRaw(folder: Buffer, path: Buffer): boolean {
  if (folder.equals(SLASH) || path.equals(folder)) return true;
  return path.length > folder.length && path[folder.length] === 0x2f && path.subarray(0, folder.length).equals(folder);
}

/** @returns a text that is equal for equal paths only */
export function keyOf(path: Buffer): string {
  return path.toString('latin1');
}
