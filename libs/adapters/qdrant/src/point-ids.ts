import { createHash } from 'node:crypto';

/** The point that holds a collection's commit record; chunks have UUIDs. */
export const RECORD_ID = 0;

/**
 * The point of a chunk as one commit writes it: a UUID of version 8 (RFC 9562, 5.8) over the SHA-256 of both. Repeating
 * the write of a commit meets the same points; another commit never touches them, so that old and new chunks stand side
 * by side until the old ones are seen by nobody.
 */
export function pointIdOf(chunkId: string, commit: number): string {
  const bytes = createHash('sha256').update(`${commit}\n${chunkId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
