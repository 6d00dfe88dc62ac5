/**
 * Name under which Qdrant knows a collection: the prefix, the collection in lower case, and the letters that are upper
 * case as a hexadecimal bit set. Qdrant keeps a collection in a folder of its name, and `Notes` and `notes` must not be
 * one folder on the file systems of macOS and Windows. It takes all characters but `<>:"/\|?*`, up to 255; "~" and "@" are
 * in no collection's name (contracts' CollectionName), so that no two names meet.
 *
 * @param prefix without dots
 * @example aliasOf('kb', 'notes') === 'kb.notes'; aliasOf('kb', 'noteS') === 'kb.notes~10'
 */
export function aliasOf(prefix: string, collection: string): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  return `${prefix}.${collection.toLowerCase()}${upperCase === 0n ? '' : `~${upperCase.toString(16)}`}`;
}

/** @returns whether an alias of this prefix may be one that {@link aliasOf} made */
export function isAliasOf(prefix: string, alias: string): boolean {
  return alias.startsWith(`${prefix}.`);
}

/** Name of the collection that an alias stands for; a rebuilt one gets the next version. @param version from 1 */
export function versionedName(alias: string, version: number): string {
  return `${alias}@${version}`;
}

/** @returns null for a name that is no version of this alias */
export function versionOf(alias: string, name: string): number | null {
  const version = name.startsWith(`${alias}@`) ? name.slice(alias.length + 1) : '';
  return /^[1-9]\d{0,14}$/.test(version) ? Number(version) : null;
}
