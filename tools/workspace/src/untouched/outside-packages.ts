/**
 * What lies in no package, in as few words as possible: folders that hold no package either, and single files beside packages. Nobody
 * says what depends on them, so no step leaves them out.
 *
 * @param files paths from the root
 * @param directories those of all packages
 * @returns paths from the root, sorted
 */
export function outsidePackages(files: readonly string[], directories: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    if (directories.some((directory) => file.startsWith(`${directory}/`))) continue;
    const folders = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    found.add(folders.find((folder) => !directories.some((each) => each.startsWith(`${folder}/`))) ?? file);
  }
  return [...found].sort();
}
