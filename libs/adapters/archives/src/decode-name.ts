import { isUtf8 } from 'node:buffer';

/** A name whose encoding is not stated: UTF-8 where it can be, else its bytes outside ASCII as `%XX`, as in a folder. */
export function decodeName(raw: Buffer): string {
  if (isUtf8(raw)) return raw.toString('utf8');
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');
}
