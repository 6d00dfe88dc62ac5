/** Levels of nesting; the deepest published catalogue has some 40. */
export const MAX_DEPTH = 200;
/** Elements of one file, about 1 GB of memory; the largest published catalogue has some 150,000. */
export const MAX_NODES = 2_000_000;
/** Bytes of a file when it is unpacked. The largest published catalogue has 8 MB. */
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
