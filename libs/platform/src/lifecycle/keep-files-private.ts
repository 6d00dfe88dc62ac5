/** Whoever is not the owner of a file. */
const OTHERS = 0o077;

/**
 * From now on, what this process makes is for its user alone: folders 0700, files 0600. Of the whole process, since the
 * embedded stores write their files themselves and ask nobody for a mode. A stricter umask stays.
 */
export function keepFilesPrivate(): void {
  const before = process.umask(OTHERS);
  process.umask(before | OTHERS);
}
