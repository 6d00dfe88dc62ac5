export type TableKind = 'vectors' | 'keywords';

/**
 * Name of the table that holds a collection: the kind, the letters that are upper case as a hexadecimal bit set, and
 * the collection in lower case. `Notes` and `notes` are two collections, and must not be one folder on the file systems
 * of macOS and Windows. Lance takes letters, digits, "_", "-" and "." in the name of a table; a collection's name
 * (contracts' CollectionName) holds no others.
 *
 * @example tableNameOf('notes', 'vectors') === 'vectors.notes'; tableNameOf('noteS', 'vectors') === 'vectors-10.notes'
 */
export function tableNameOf(collection: string, kind: TableKind): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  const marked = upperCase === 0n ? kind : `${kind}-${upperCase.toString(16)}`;
  return `${marked}.${collection.toLowerCase()}`;
}

/** @returns the collection that a table of this kind holds; null for a table of another kind or origin */
export function collectionOf(tableName: string, kind: TableKind): string | null {
  const match = /^([a-z]+)(?:-([0-9a-f]+))?\.(.+)$/.exec(tableName);
  if (match?.[1] !== kind) return null;
  const upperCase = BigInt(`0x${match[2] ?? '0'}`);
  return (match[3] ?? '').replaceAll(/./g, (letter, i: number) =>
    (upperCase >> BigInt(i)) & 1n ? letter.toUpperCase() : letter,
  );
}
