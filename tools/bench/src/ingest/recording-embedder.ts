import type { Embedder, EmbedOptions, TextEncoding } from '@arbiter/ports';

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

  /** What it asks belongs to somebody else. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The same batches again, one after the other, straight from the network. */
  async repeat(batches: readonly (readonly string[])[], signal: AbortSignal): Promise<void> {
    for (const texts of batches) await this.inner.embed(texts, { kind: 'document', signal });
  }
}
