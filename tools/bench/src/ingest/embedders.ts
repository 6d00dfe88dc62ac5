import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions, TextEncoding } from '@arbiter/ports';
import { writeEnglish } from '../write-english.js';

/** Asks another embedder, and remembers which documents it was asked for and together with which. */
export class RecordingEmbedder implements Embedder {
  readonly batches: (readonly string[])[] = [];
  /** Whether nothing is remembered: what is kept of a large library would take memory. */
  forgets = false;

  constructor(private readonly inner: Embedder) {}

  get model(): string {
    return this.inner.model;
  }

  get dimensions(): number {
    return this.inner.dimensions;
  }

  get canEncode(): boolean {
    return this.inner.canEncode;
  }

  get maxTokens(): number {
    return this.inner.maxTokens;
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options.kind === 'document' && !this.forgets) this.batches.push(texts);
    return this.inner.embed(texts, options);
  }

  encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]> {
    return this.inner.encode(texts, options);
  }

  countTokens(texts: readonly string[]): Promise<readonly number[]> {
    return this.inner.countTokens(texts);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.inner.warmUp(signal);
  }

  /** Does nothing: the caller owns and closes the inner embedder. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The same batches again, one after the other, straight from the network. */
  async repeat(batches: readonly (readonly string[])[], signal: AbortSignal): Promise<void> {
    for (const texts of batches) await this.inner.embed(texts, { kind: 'document', signal });
  }
}

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
