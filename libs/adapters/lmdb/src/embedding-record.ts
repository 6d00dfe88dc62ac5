import type { CachedEmbedding } from '@arbiter/ports';

/** Sequence number, dimensions, token dimensions, token count; four bytes each, little-endian, before the numbers. */
const HEADER_BYTES = 16;

/** An embedding as it lies in the store, and when it came. */
export interface EmbeddingRecord {
  readonly sequence: number;
  readonly embedding: CachedEmbedding;
}

/** @returns header, vector as float32 and token vectors as int8, in the byte order of this machine */
export function encodeRecord({ sequence, embedding: { vector, tokens } }: EmbeddingRecord): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + vector.byteLength + (tokens?.values.byteLength ?? 0));
  [sequence, vector.length, tokens?.dimensions ?? 0, tokens?.count ?? 0].forEach((value, index) =>
    bytes.writeUInt32LE(value, index * Uint32Array.BYTES_PER_ELEMENT),
  );
  bytes.set(bytesOf(vector), HEADER_BYTES);
  if (tokens) bytes.set(bytesOf(tokens.values), HEADER_BYTES + vector.byteLength);
  return bytes;
}

/** @returns null for what is no record: a store that another version wrote is empty, not broken */
export function decodeRecord(bytes: Uint8Array): EmbeddingRecord | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const [sequence = 0, dimensions = 0, tokenDimensions = 0, count = 0] = [0, 1, 2, 3].map((index) =>
    header.getUint32(index * Uint32Array.BYTES_PER_ELEMENT, true),
  );
  const tokensAt = HEADER_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.byteLength !== tokensAt + tokenDimensions * count) return null;
  const vector = new Float32Array(copyOf(bytes, HEADER_BYTES, tokensAt));
  const values = new Int8Array(copyOf(bytes, tokensAt, bytes.byteLength));
  const tokens = count === 0 ? null : { dimensions: tokenDimensions, count, values };
  return { sequence, embedding: { vector, tokens } };
}

/** The bytes themselves belong to the store's next read, and may begin where no float32 can. */
function copyOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): ArrayBuffer {
  return new Uint8Array(buffer, byteOffset + start, end - start).slice().buffer;
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
