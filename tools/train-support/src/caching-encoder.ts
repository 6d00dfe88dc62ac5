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

  /** @returns one per text, in their order; numbers are off by 1/65,534 at most */
  async encode(texts: readonly string[], signal: AbortSignal): Promise<readonly EncodedPieces[]> {
    const found = await Promise.all(texts.map((text) => this.#read(text)));
    const missing = texts.filter((_, index) => found[index] === null);
    const encoded = await this.embedder.encode(missing, { kind: 'document', signal });
    await Promise.all(encoded.map((pieces, index) => this.#write(missing[index] ?? '', pieces)));
    let next = 0;
    return found.map((pieces) => pieces ?? encoded[next++] ?? NO_PIECES);
  }

  async #read(text: string): Promise<EncodedPieces | null> {
    try {
      const file = await readFile(this.#path(text));
      const numbers = new Int16Array(file.buffer, file.byteOffset, file.byteLength / 2);
      const pieces = numbers[0] ?? 0;
      const places = Int32Array.from(numbers.subarray(1, 1 + 2 * pieces));
      return {
        starts: places.subarray(0, pieces),
        ends: places.subarray(pieces),
        vectors: Float32Array.from(numbers.subarray(1 + 2 * pieces), (number) => number / SCALE),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async #write(text: string, { starts, ends, vectors }: EncodedPieces): Promise<void> {
    const path = this.#path(text);
    await mkdir(join(path, '..'), { recursive: true });
    const numbers = new Int16Array(1 + 2 * starts.length + vectors.length);
    numbers[0] = starts.length;
    numbers.set(starts, 1);
    numbers.set(ends, 1 + starts.length);
    vectors.forEach((number, index) => (numbers[1 + 2 * starts.length + index] = Math.round(number * SCALE)));
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

const NO_PIECES: EncodedPieces = { starts: new Int32Array(), ends: new Int32Array(), vectors: new Float32Array() };
