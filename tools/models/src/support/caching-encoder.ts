import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedPieces } from '@arbiter/grounding';
import type { Embedder } from '@arbiter/ports';

/** A number of −1…1 as int16. */
const SCALE = 32_767;

/** Keeps what an embedder encodes in files named by model and text, so that features can change without a new pass. */
export class CachingEncoder {
  #drafts = 0;

  constructor(
    private readonly embedder: Embedder,
    private readonly folder: string,
  ) {}

  /** @returns one per text, in their order; numbers are off by 1/65,534 at most, whether they were kept or are new */
  async encode(texts: readonly string[], signal: AbortSignal): Promise<readonly EncodedPieces[]> {
    const found = await Promise.all(texts.map((text) => this.#read(text)));
    const missing = texts.filter((_, index) => found[index] === null);
    const encoded = await this.embedder.encode(missing, { kind: 'document', signal });
    const packed = encoded.map(pack);
    await Promise.all(packed.map((numbers, index) => this.#write(missing[index] ?? '', numbers)));
    let next = 0;
    return found.map((numbers) => unpack(numbers ?? packed[next++] ?? NO_PIECES));
  }

  async #read(text: string): Promise<Int16Array | null> {
    try {
      const file = await readFile(this.#path(text));
      return new Int16Array(file.buffer, file.byteOffset, file.byteLength / 2);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async #write(text: string, numbers: Int16Array): Promise<void> {
    const path = this.#path(text);
    await mkdir(join(path, '..'), { recursive: true });
    // Written beside and renamed: a run that is cut off leaves no half file.
    const draft = `${path}.${process.pid}.${this.#drafts++}`;
    await writeFile(draft, numbers);
    await rename(draft, path);
  }

  #path(text: string): string {
    const hash = createHash('sha256').update(`${this.embedder.model}\n${text}`).digest('hex');
    return join(this.folder, hash.slice(0, 2), hash);
  }
}

const NO_PIECES = new Int16Array(1);

/** How many pieces, where they start, where they end, and their vectors. */
function pack({ starts, ends, vectors }: EncodedPieces): Int16Array {
  const numbers = new Int16Array(1 + 2 * starts.length + vectors.length);
  numbers[0] = starts.length;
  numbers.set(starts, 1);
  numbers.set(ends, 1 + starts.length);
  vectors.forEach((number, index) => (numbers[1 + 2 * starts.length + index] = Math.round(number * SCALE)));
  return numbers;
}

function unpack(numbers: Int16Array): EncodedPieces {
  const pieces = numbers[0] ?? 0;
  const places = Int32Array.from(numbers.subarray(1, 1 + 2 * pieces));
  return {
    starts: places.subarray(0, pieces),
    ends: places.subarray(pieces),
    vectors: Float32Array.from(numbers.subarray(1 + 2 * pieces), (number) => number / SCALE),
  };
}
