import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions, TokenEmbeddings } from '@arbiter/ports';
import { writeEnglish } from '../write-english.js';
import { RecordingEmbedder } from './recording-embedder.js';

/** Texts that are really embedded, beforehand. */
const POOL = 256;
const WORDS_PER_TEXT = 150;
/** Of the pool, at once: they share one pass. */
const BATCH = 32;

/**
 * Gives each text one of a few real embeddings, chosen by its hash: what surrounds the network is measured, with vectors of
 * the real shape. Tokens are counted by the network's own tokenizer.
 */
export class PrecomputedEmbedder extends RecordingEmbedder {
  private constructor(
    shipped: Embedder,
    private readonly pool: readonly TokenEmbeddings['document'][],
  ) {
    super(shipped);
  }

  static async of(shipped: Embedder, signal: AbortSignal): Promise<PrecomputedEmbedder> {
    const pool: TokenEmbeddings['document'][] = [];
    for (let from = 0; from < POOL; from += BATCH) {
      const texts = Array.from({ length: BATCH }, (_, i) => writeEnglish(WORDS_PER_TEXT, from + i));
      pool.push(...(await shipped.embedWithTokens(texts, { kind: 'document', signal })));
    }
    return new PrecomputedEmbedder(shipped, pool);
  }

  override embedWithTokens<K extends EmbedOptions['kind']>(
    texts: readonly string[],
    options: EmbedOptions & { readonly kind: K },
  ): Promise<readonly TokenEmbeddings[K][]> {
    if (options.kind === 'query') return super.embedWithTokens(texts, options);
    const embeddings = texts.map((text) => {
      const chosen = createHash('sha256').update(text).digest().readUInt32LE(0) % this.pool.length;
      return this.pool[chosen] as TokenEmbeddings[K];
    });
    return Promise.resolve(embeddings);
  }
}
