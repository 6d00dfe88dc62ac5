import type { ArbiterError } from '@arbiter/contracts';
import type { EmbedOptions } from '../../embedder.js';
import type { PageEmbedder } from '../../page-embedder.js';
import { FakeEmbedder } from './fake-embedder.js';

/**
 * Reads a picture as UTF-8 text, and gives each word a vector, as `FakeEmbedder` does. So `Buffer.from('storm lantern')` is a
 * page that the query `lantern` finds with the score 1. A text without words has one vector, too.
 */
export class FakePageEmbedder implements PageEmbedder {
  readonly model: string;
  /** Everything that was asked for, in order: texts of pages and queries. */
  readonly asked: string[] = [];
  /** Rejects all calls until it is null. */
  fault: ArbiterError | null = null;
  readonly #words: FakeEmbedder;

  constructor({ model = 'fake-pages', dimensions = 64 } = {}) {
    this.model = model;
    this.#words = new FakeEmbedder({ dimensions });
  }

  async dimensions(signal: AbortSignal): Promise<number> {
    await this.#started(signal);
    return this.#words.dimensions;
  }

  embedPage(picture: Uint8Array, { signal }: Pick<EmbedOptions, 'signal'>): Promise<Float32Array> {
    return this.#vectorsOf(new TextDecoder().decode(picture), { kind: 'document', signal });
  }

  embedQuery(query: string, { signal }: Pick<EmbedOptions, 'signal'>): Promise<Float32Array> {
    return this.#vectorsOf(query, { kind: 'query', signal });
  }

  close(): Promise<void> {
    return this.#words.close();
  }

  async #vectorsOf(text: string, options: EmbedOptions): Promise<Float32Array> {
    await this.#started(options.signal);
    this.asked.push(text);
    const [encoding] = await this.#words.encode([text], options);
    return encoding && encoding.vectors.length > 0 ? encoding.vectors : (encoding?.vector ?? new Float32Array());
  }

  async #started(signal: AbortSignal): Promise<void> {
    await Promise.resolve();
    signal.throwIfAborted();
    if (this.fault) throw this.fault;
  }
}
