import { createHash } from 'node:crypto';

const HASH_DIGITS = 64;

/** First line of a file that tells whether the bytes after it are those that were written. @param format such as `arbiter-graph 1` */
export function headOf(format: string, bytes: Uint8Array): string {
  return `${format} ${sha256Of(bytes)}\n`;
}

/** @returns the bytes after the head; null for a file of another format, or a damaged one */
export function bytesAfterHead(format: string, file: Buffer): Uint8Array | null {
  const length = format.length + HASH_DIGITS + 2;
  const bytes = file.subarray(length);
  return file.toString('latin1', 0, length) === headOf(format, bytes) ? bytes : null;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
