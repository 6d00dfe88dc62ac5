/**
 * The alias that stands for a collection: the prefix, the letters that are upper case as a hexadecimal bit set, and the
 * collection in lower case, since Elasticsearch takes lower case only and `Notes` and `notes` are two collections. No
 * two collections share an alias: a prefix holds no "." and no "~", a collection (contracts' CollectionName) no "~".
 *
 * @example aliasOf('knowledge_base', 'notes') === 'knowledge_base.notes'; aliasOf('kb', 'noteS') === 'kb~10.notes'
 */
export function aliasOf(prefix: string, collection: string): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  const marked = upperCase === 0n ? prefix : `${prefix}~${upperCase.toString(16)}`;
  return `${marked}.${collection.toLowerCase()}`;
}

/** The index behind an alias, generation by generation: a migration fills the next one beside the one in use. */
export function indexOf(alias: string, generation: number): string {
  return `${alias}@${generation}`;
}

/** A pattern for every generation of a collection, and of no other: no collection holds an "@". */
export function indicesOf(alias: string): string {
  return `${alias}@*`;
}

/** @returns 0 for a name that is no generation of this alias */
export function generationOf(alias: string, index: string): number {
  const generation = index.startsWith(`${alias}@`) ? Number(index.slice(alias.length + 1)) : 0;
  return Number.isSafeInteger(generation) ? generation : 0;
}
