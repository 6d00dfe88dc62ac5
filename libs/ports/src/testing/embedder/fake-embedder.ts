import { ArbiterError } from '@arbiter/contracts';
import { type Embedder, type EmbedOptions, noPieceVectors, type TextEncoding } from '../../embedder.js';

export interface FakeEmbedderOptions {
  readonly model?: string;
  /** ≥ 1; the fewer dimensions, the more words share one. */
  readonly dimensions?: number;
  /** False for a model with only sentence vectors. */
  readonly canEncode?: boolean;
  /** Includes two special tokens. */
  readonly maxTokens?: number;
}

/** `[CLS]` and `[SEP]`, which BERT puts around the tokens of a text. */
const SPECIAL_TOKENS = 2;

/**
 * A bag of hashed words: each word counts in the dimension of its hash. Texts that share words are near, others orthogonal
 * except for collisions. A text has the same vector in every process. The vector of a piece is 1 in the dimension of its word
 * and 0 elsewhere.
 */
export class FakeEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly canEncode: boolean;
  readonly maxTokens: number;
  #closed = false;

  constructor({ model = 'fake-words', dimensions = 384, canEncode = true, maxTokens = 256 }: FakeEmbedderOptions = {}) {
    this.model = model;
    this.dimensions = dimensions;
    this.canEncode = canEncode;
    this.maxTokens = maxTokens;
  }

  async embed(texts: readonly string[], { signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    await this.#started(signal);
    return texts.map((text) => this.#vectorOf(text));
  }

  async encode(texts: readonly string[], { signal }: EmbedOptions): Promise<readonly TextEncoding[]> {
    if (!this.canEncode) throw noPieceVectors(this.model);
    await this.#started(signal);
    return texts.map((text) => {
      const words = [...text.matchAll(WORD)].slice(0, this.maxTokens - SPECIAL_TOKENS);
      return {
        vector: this.#vectorOf(text),
        starts: Int32Array.from(words, ({ index }) => index),
        ends: Int32Array.from(words, ({ index, 0: word }) => index + word.length),
        vectors: oneHotRows(
          words.map(([word]) => word.toLowerCase()),
          this.dimensions,
        ),
      };
    });
  }

  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    await this.#started();
    return texts.map((text) => wordsOf(text).length + SPECIAL_TOKENS);
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.#started(signal);
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  /** Yields once, as any asynchronous computation would. */
  async #started(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'The embedder has been closed: create a new one.');
  }

  #vectorOf(text: string): Float32Array {
    const counts = new Float32Array(this.dimensions);
    const words = this.#wordsRead(text);
    // A text without words has a direction too, because every vector has length 1.
    for (const word of words.length > 0 ? words : ['']) {
      const dimension = fnv1a(word) % this.dimensions;
      counts[dimension] = (counts[dimension] ?? 0) + 1;
    }
    const length = Math.hypot(...counts);
    return counts.map((count) => count / length);
  }

  #wordsRead(text: string): string[] {
    return wordsOf(text).slice(0, this.maxTokens - SPECIAL_TOKENS);
  }
}

function oneHotRows(tokens: readonly string[], dimensions: number): Float32Array {
  const values = new Float32Array(tokens.length * dimensions);
  for (const [row, token] of tokens.entries()) values[row * dimensions + (fnv1a(token) % dimensions)] = 1;
  return values;
}

const WORD = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** FNV-1a over UTF-16 code units, 32 bit (Fowler, Noll, Vo). */
function fnv1a(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
