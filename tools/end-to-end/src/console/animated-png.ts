import { crc32 } from 'node:zlib';

export interface Frame {
  /** A PNG as a browser writes it; all frames have the size and the kind of pixels of the first. */
  readonly png: Buffer;
  /** How long it is shown, in milliseconds. */
  readonly ms: number;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 8;
const SUM_BYTES = 4;

/**
 * One animated picture of several, repeated without end (PNG specification, third edition, 11.3.6). Viewers that know no
 * animation show the first frame.
 *
 * @throws RangeError when a frame is no PNG, or of another size than the first
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const parts = frames.map(({ png }) => chunksOf(png));
  const header = dataOf(parts[0], 'IHDR');
  const written = [SIGNATURE, chunk('IHDR', header), chunk('acTL', words(frames.length, 0))];
  let sequence = 0;
  for (const [at, chunks] of parts.entries()) {
    if (!dataOf(chunks, 'IHDR').equals(header)) throw new RangeError(`frame ${at} differs in size from the first`);
    // Its size, its place, its time as a fraction of seconds in two half words, and that it replaces the frame before.
    const time = words((frames[at]?.ms ?? 0) * 2 ** 16 + 1_000);
    const control = Buffer.concat([words(sequence++), header.subarray(0, 8), words(0, 0), time, Buffer.alloc(2)]);
    written.push(chunk('fcTL', control));
    for (const { data } of chunks.filter(({ type }) => type === 'IDAT')) {
      written.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([words(sequence++), data])));
    }
  }
  return Buffer.concat([...written, chunk('IEND', Buffer.alloc(0))]);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new RangeError('a frame is no PNG');
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const bytes = png.readUInt32BE(at);
    const start = at + HEADER_BYTES;
    chunks.push({ type: png.toString('latin1', at + 4, start), data: png.subarray(start, start + bytes) });
    at = start + bytes + SUM_BYTES;
  }
  return chunks;
}

function dataOf(chunks: readonly Chunk[] = [], wanted: string): Buffer {
  const found = chunks.find(({ type }) => type === wanted);
  if (!found) throw new RangeError(`a frame without ${wanted}`);
  return found.data;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([words(data.length), named, words(crc32(named))]);
}

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4);
  return buffer;
}
