/** Sequence number and dimensions; four bytes each, little-endian, before the numbers. */
const HEADER_BYTES = 8;

/** A vector as it lies in the store, and when it came. */
export interface EmbeddingRecord {
  readonly sequence: number;
  readonly vector: Float32Array;
}

/** @returns header and vector as float32, in the byte order of this machine */
export function encodeRecord({ sequence, vector }: EmbeddingRecord): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + vector.byteLength);
  bytes.writeUInt32LE(sequence, 0);
  bytes.writeUInt32LE(vector.length, Uint32Array.BYTES_PER_ELEMENT);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEADER_BYTES);
  return bytes;
}

/** @returns null for what is no record: a store that another version wrote is empty, not broken */
export function decodeRecord(bytes: Uint8Array): EmbeddingRecord | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const dimensions = header.getUint32(Uint32Array.BYTES_PER_ELEMENT, true);
  if (bytes.byteLength !== HEADER_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT) return null;
  // A copy: the bytes belong to the store's next read, and may begin where no float32 can.
  return {
    sequence: header.getUint32(0, true),
    vector: new Float32Array(Uint8Array.from(bytes.subarray(HEADER_BYTES)).buffer),
  };
}
