/** Levels of nesting; the deepest published catalogue has some 40. */
export const MAX_DEPTH = 200;
/** Bytes of a file when it is unpacked, which no limit of the heap counts. The largest published catalogue has 8 MB. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
