import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions } from '@arbiter/ports';
import { writeEnglish } from '../write-english.js';
import { RecordingEmbedder } from './recording-embedder.js';

/** Texts that are really embedded, beforehand. */
const POOL = 256;
const WORDS_PER_TEXT = 150;
/** Of the pool, at once: they share one pass. */
const BATCH = 32;

/**
 * Gives each text one of a few real vectors, chosen by its hash: what surrounds the network is measured, with vectors of the
 * real shape. Tokens are counted by the network's own tokenizer.
 */
export class PrecomputedEmbedder extends RecordingEmbedder {
  private constructor(
    shipped: Embedder,
    private readonly pool: readonly Float32Array[],
  ) {
    super(shipped);
  }

  static async of(shipped: Embedder, signal: AbortSignal): Promise<PrecomputedEmbedder> {
    const pool: Float32Array[] = [];
    for (let from = 0; from < POOL; from += BATCH) {
      const texts = Array.from({ length: BATCH }, (_, i) => writeEnglish(WORDS_PER_TEXT, from + i));
      pool.push(...(await shipped.embed(texts, { kind: 'document', signal })));
    }
    return new PrecomputedEmbedder(shipped, pool);
  }

  override embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options.kind === 'query') return super.embed(texts, options);
    const vectors = texts.flatMap((text) => {
      const chosen = createHash('sha256').update(text).digest().readUInt32LE(0) % this.pool.length;
      return this.pool[chosen] ?? [];
    });
    return Promise.resolve(vectors);
  }
}
