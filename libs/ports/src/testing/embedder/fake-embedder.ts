import { ArbiterError } from '@arbiter/contracts';
import {
  noPieceVectors,
  noTokenVectors,
  type EmbedOptions,
  type Embedder,
  type TextEncoding,
  type TokenEmbeddings,
} from '../../embedder.js';
import { quantiseTokenValues, type TokenMatrix } from '../../token-vectors.js';

export interface FakeEmbedderOptions {
  readonly model?: string;
  /** ≥ 1; the fewer, the more words share one. */
  readonly dimensions?: number;
  /** ≥ 1, or null for a model without token vectors. */
  readonly tokenDimensions?: number | null;
  /** False for a model that gives sentence vectors only. */
  readonly canEncode?: boolean;
  /** Of which two are special. */
  readonly maxTokens?: number;
}

/** What BERT puts around the tokens of a text. */
const FIRST_TOKEN = '[CLS]';
const LAST_TOKEN = '[SEP]';
const SPECIAL_TOKENS = 2;

/** Words of documents that get no token vector; enough for tests. */
const STOP_WORDS = new Set(['a', 'and', 'at', 'for', 'in', 'is', 'of', 'on', 'the', 'to', 'who']);

/**
 * A bag of hashed words: each word counts in the dimension that its hash names. Texts that share words are near, others
 * orthogonal but for collisions; the same text gives the same vector in every process. The vector of a token is 1 in the
 * dimension of its word and 0 elsewhere.
 */
export class FakeEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly tokenDimensions: number | null;
  readonly canEncode: boolean;
  readonly maxTokens: number;
  #closed = false;

  constructor({
    model = 'fake-words',
    dimensions = 384,
    tokenDimensions = 64,
    canEncode = true,
    maxTokens = 256,
  }: FakeEmbedderOptions = {}) {
    this.model = model;
    this.dimensions = dimensions;
    this.tokenDimensions = tokenDimensions;
    this.canEncode = canEncode;
    this.maxTokens = maxTokens;
  }

  async embed(texts: readonly string[], { signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    await this.#started(signal);
    return texts.map((text) => this.#vectorOf(text));
  }

  async embedWithTokens<K extends EmbedOptions['kind']>(
    texts: readonly string[],
    { kind, signal }: EmbedOptions & { readonly kind: K },
  ): Promise<readonly TokenEmbeddings[K][]> {
    const dimensions = this.tokenDimensions;
    if (dimensions === null) throw noTokenVectors(this.model);
    await this.#started(signal);
    const embedQuery = (text: string): TokenEmbeddings['query'] => ({
      vector: this.#vectorOf(text),
      tokens: oneHotRows([FIRST_TOKEN, ...this.#wordsRead(text), LAST_TOKEN], dimensions),
    });
    const embedDocument = (text: string): TokenEmbeddings['document'] => {
      const words = this.#wordsRead(text);
      const content = words.filter((word) => !STOP_WORDS.has(word));
      const kept = [content, words, [FIRST_TOKEN, LAST_TOKEN]].find((tokens) => tokens.length > 0) ?? [];
      const { values, ...shape } = oneHotRows(kept, dimensions);
      return { vector: this.#vectorOf(text), tokens: { ...shape, values: quantiseTokenValues(values) } };
    };
    const embedAs: { [Kind in EmbedOptions['kind']]: (text: string) => TokenEmbeddings[Kind] } = {
      query: embedQuery,
      document: embedDocument,
    };
    return texts.map(embedAs[kind]);
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
        ).values,
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

  /** Gives way once, as anything that computes elsewhere would. */
  async #started(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.#closed) throw new ArbiterError('UNAVAILABLE', 'The embedder has been closed: create a new one.');
  }

  #vectorOf(text: string): Float32Array {
    const counts = new Float32Array(this.dimensions);
    const words = this.#wordsRead(text);
    // A text without words still has a direction, since every vector has length 1.
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

function oneHotRows(tokens: readonly string[], dimensions: number): TokenMatrix {
  const values = new Float32Array(tokens.length * dimensions);
  for (const [row, token] of tokens.entries()) values[row * dimensions + (fnv1a(token) % dimensions)] = 1;
  return { dimensions, count: tokens.length, values };
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
