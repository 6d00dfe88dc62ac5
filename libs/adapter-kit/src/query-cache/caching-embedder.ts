import type { EmbedOptions, Embedder, TextEncoding, TokenEmbeddings, TokenMatrix } from '@arbiter/ports';
import { LruCache } from './lru-cache.js';
import { SharedComputation, reasonOf } from './shared-computation.js';

/** What became of a query's text: found, being computed for another caller, or computed for this one. */
export type CacheOutcome = 'hit' | 'joined' | 'miss';

export interface CachingEmbedderOptions {
  /** What the vectors of queries may take, ≥ 0. A query of twenty tokens takes 2 kB, 7 kB with its token vectors. */
  readonly maxBytes: number;
  /** What encodings of texts may take, ≥ 0: a passage of 120 pieces takes 190 kB. None are kept when absent. */
  readonly maxEncodingBytes?: number;
  /** Told once for every text of every query call, for metrics. */
  readonly onLookup?: (outcome: CacheOutcome) => void;
}

interface EmbeddedQuery {
  readonly vector: Float32Array;
  /** Null when they were not asked for. */
  readonly tokens: TokenMatrix | null;
}

/** Every text of one computation, by its text. */
type EmbeddedQueries = ReadonlyMap<string, EmbeddedQuery>;

/** What an entry takes besides its numbers and its key: objects and a place in a map, roughly. */
const ENTRY_OVERHEAD_BYTES = 300;

/**
 * Remembers the vectors of queries, and computes each of them once however many callers ask at the same time. Documents
 * go through to the embedder behind: their vectors are kept in an index. Vectors that are given out belong to the caller, encodings
 * to all of them.
 */
export class CachingEmbedder implements Embedder {
  readonly #cache: LruCache<EmbeddedQuery>;
  readonly #encodings: LruCache<TextEncoding>;
  readonly #underWay = new Map<string, SharedComputation<EmbeddedQueries>>();
  readonly #onLookup: (outcome: CacheOutcome) => void;

  /** @param embedder to which it belongs from now on: `close` closes it */
  constructor(
    private readonly embedder: Embedder,
    { maxBytes, maxEncodingBytes = 0, onLookup = () => undefined }: CachingEmbedderOptions,
  ) {
    this.#cache = new LruCache(maxBytes);
    this.#encodings = new LruCache(maxEncodingBytes);
    this.#onLookup = onLookup;
  }

  get model(): string {
    return this.embedder.model;
  }

  get dimensions(): number {
    return this.embedder.dimensions;
  }

  get tokenDimensions(): number | null {
    return this.embedder.tokenDimensions;
  }

  get canEncode(): boolean {
    return this.embedder.canEncode;
  }

  get maxTokens(): number {
    return this.embedder.maxTokens;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options.kind === 'document') return this.embedder.embed(texts, options);
    const embedded = await this.#lookUp(texts, false, options.signal);
    return embedded.map(({ vector }) => vector.slice());
  }

  async embedWithTokens<K extends EmbedOptions['kind']>(
    texts: readonly string[],
    options: EmbedOptions & { readonly kind: K },
  ): Promise<readonly TokenEmbeddings[K][]> {
    if (options.kind === 'document' || this.tokenDimensions === null) {
      return this.embedder.embedWithTokens(texts, options);
    }
    const embedded = await this.#lookUp(texts, true, options.signal);
    // The compiler does not narrow K by the comparison above: this is the branch of queries.
    return embedded.map(copyOf) as readonly TokenEmbeddings[EmbedOptions['kind']][] as readonly TokenEmbeddings[K][];
  }

  /**
   * An answer that is corrected is compared with the same passages again, and other questions meet them too. Encodings are
   * large, so few are remembered, none is waited for that is being made for another caller, and all callers share them.
   */
  async encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]> {
    if (options.kind === 'document') return this.embedder.encode(texts, options);
    if (options.signal.aborted) throw reasonOf(options.signal);
    const found = new Map<string, TextEncoding>();
    for (const text of texts) {
      const known = this.#encodings.get(text);
      if (known) found.set(text, known);
    }
    const missing = [...new Set(texts)].filter((text) => !found.has(text));
    const encoded = missing.length === 0 && this.canEncode ? [] : await this.embedder.encode(missing, options);
    for (const [index, encoding] of encoded.entries()) {
      const text = missing[index] ?? '';
      found.set(text, encoding);
      this.#encodings.set(text, encoding, bytesOf(encoding) + 2 * text.length + ENTRY_OVERHEAD_BYTES);
    }
    return texts.map((text) => found.get(text) ?? missingResult(text));
  }

  countTokens(texts: readonly string[]): Promise<readonly number[]> {
    return this.embedder.countTokens(texts);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.embedder.warmUp(signal);
  }

  async close(): Promise<void> {
    this.#cache.clear();
    this.#encodings.clear();
    this.#underWay.clear();
    await this.embedder.close();
  }

  async #lookUp(texts: readonly string[], withTokens: boolean, signal: AbortSignal): Promise<EmbeddedQuery[]> {
    if (signal.aborted) throw reasonOf(signal);
    const found = new Map<string, EmbeddedQuery>();
    const awaited = new Set<SharedComputation<EmbeddedQueries>>();
    const missing = new Set<string>();
    for (const text of texts) {
      const cached = found.get(text) ?? this.#cached(text, withTokens);
      const computation = this.#computationOf(text, withTokens);
      if (cached) found.set(text, cached);
      else if (computation) awaited.add(computation);
      const outcome = cached ? 'hit' : computation || missing.has(text) ? 'joined' : 'miss';
      if (outcome === 'miss') missing.add(text);
      this.#onLookup(outcome);
    }
    if (missing.size > 0) awaited.add(this.#compute([...missing], withTokens));
    const computed = await Promise.all(Array.from(awaited, (computation) => computation.join(signal)));
    for (const queries of computed) for (const [text, query] of queries) found.set(text, query);
    return texts.flatMap((text) => found.get(text) ?? []);
  }

  /** Vectors that came with tokens do for callers who want none. */
  #cached(text: string, withTokens: boolean): EmbeddedQuery | undefined {
    return this.#cache.get(keyOf(text, true)) ?? (withTokens ? undefined : this.#cache.get(keyOf(text, false)));
  }

  #computationOf(text: string, withTokens: boolean): SharedComputation<EmbeddedQueries> | undefined {
    const computation =
      this.#underWay.get(keyOf(text, true)) ?? (withTokens ? undefined : this.#underWay.get(keyOf(text, false)));
    return computation?.abandoned === true ? undefined : computation;
  }

  #compute(texts: readonly string[], withTokens: boolean): SharedComputation<EmbeddedQueries> {
    const keys = texts.map((text) => keyOf(text, withTokens));
    const computation = new SharedComputation(async (signal) => {
      try {
        const embedded = await this.#embed(texts, withTokens, signal);
        for (const [index, query] of embedded.entries()) this.#keep(keys[index] ?? '', query);
        return new Map(texts.map((text, index) => [text, embedded[index] ?? missingResult(text)]));
      } finally {
        for (const key of keys) if (this.#underWay.get(key) === computation) this.#underWay.delete(key);
      }
    });
    for (const key of keys) this.#underWay.set(key, computation);
    return computation;
  }

  async #embed(texts: readonly string[], withTokens: boolean, signal: AbortSignal): Promise<readonly EmbeddedQuery[]> {
    if (withTokens) return this.embedder.embedWithTokens(texts, { kind: 'query', signal });
    const vectors = await this.embedder.embed(texts, { kind: 'query', signal });
    return vectors.map((vector) => ({ vector, tokens: null }));
  }

  #keep(key: string, query: EmbeddedQuery): void {
    const numbers = query.vector.byteLength + (query.tokens?.values.byteLength ?? 0);
    this.#cache.set(key, query, numbers + 2 * key.length + ENTRY_OVERHEAD_BYTES);
  }
}

function keyOf(text: string, withTokens: boolean): string {
  return `${withTokens ? 't' : 'v'}:${text}`;
}

function copyOf({ vector, tokens }: EmbeddedQuery): TokenEmbeddings['query'] {
  if (tokens === null) throw new TypeError('a query was cached without the token vectors that were asked for');
  return { vector: vector.slice(), tokens: { ...tokens, values: tokens.values.slice() } };
}

function bytesOf({ vector, starts, ends, vectors }: TextEncoding): number {
  return vector.byteLength + starts.byteLength + ends.byteLength + vectors.byteLength;
}

function missingResult(text: string): never {
  throw new RangeError(`the embedder gave no vector for a query of ${text.length} characters`);
}
