import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const compress = promisify(gzip);

const BLOCK_BYTES = 1_024 * 1_024;
/** At the threads of Node's pool, of which there are four. */
const BLOCKS_AT_ONCE = 4;
/** Texts shrink by two thirds at this level already, four times as fast as at 6. */
const LEVEL = 1;
/** Of the beginning of a block, by which the rest is judged, in bytes. */
const SAMPLE_BYTES = 32 * 1_024;
/** Vectors shrink to nine tenths, and nearly as far without a search for what repeats, in a third of the time. */
const LEAST_SAVED = 0.2;
/** So much of a block stays at worst (deflate stores it), with the head and the end of a member. */
const OVERHEAD = 1_024;

/**
 * Compresses a stream in blocks, beside each other. Each is a member of its own, and all members are one gzip file (RFC 1952, 2.2).
 * The same bytes give the same file, however they come.
 */
export async function* gzipInBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  const inWork: Promise<Buffer>[] = [];
  for await (const block of blocksOf(source)) {
    const compressed = compressBlock(block);
    // Reported when its turn comes, and by nobody if that never does.
    compressed.catch(() => undefined);
    if (inWork.push(compressed) < BLOCKS_AT_ONCE) continue;
    const first = inWork.shift();
    if (first) yield await first;
  }
  for (const compressed of inWork) yield await compressed;
}

async function compressBlock(block: Buffer): Promise<Buffer> {
  const sample = await compress(block.subarray(0, SAMPLE_BYTES), { level: LEVEL });
  const isWorthIt = sample.length <= (1 - LEAST_SAVED) * Math.min(block.length, SAMPLE_BYTES);
  const strategy = isWorthIt ? constants.Z_DEFAULT_STRATEGY : constants.Z_HUFFMAN_ONLY;
  return compress(block, { level: LEVEL, strategy, chunkSize: block.length + OVERHEAD });
}

/** Blocks of {@link BLOCK_BYTES}, the last one shorter. */
async function* blocksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + BLOCK_BYTES - held);
      parts.push(part);
      held += part.length;
      from += part.length;
      if (held < BLOCK_BYTES) continue;
      yield Buffer.concat(parts);
      parts = [];
      held = 0;
    }
  }
  if (held > 0) yield Buffer.concat(parts);
}
