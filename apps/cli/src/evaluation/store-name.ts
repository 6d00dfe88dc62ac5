/** Digits of the content hash in a folder's name: enough to tell versions of a set apart. */
const HASH_DIGITS = 16;

/** Name of the folder of an evaluation's own store: the same documents are in the same store. */
export function storeName(name: string, contentHash: string): string {
  return `${name.replace(/[^\w.-]+/g, '-')}-${contentHash.slice(0, HASH_DIGITS)}`;
}
