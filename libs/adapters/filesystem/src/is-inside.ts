import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the root itself or lies below it. Both absolute; links are the caller's to resolve. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  // Absolute: on another drive.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
