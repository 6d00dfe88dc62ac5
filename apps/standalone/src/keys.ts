/** An entry of its own: to make a key, nothing of the library need be opened. */
export { addKey, hasExpired, type KeyEntry, labelOf, readKeysFile, removeKey } from '@arbiter/platform';
