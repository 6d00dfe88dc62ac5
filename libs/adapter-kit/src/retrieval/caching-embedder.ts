import { ArbiterError } from '@arbiter/contracts';
import type { EmbedOptions, Embedder, TextEncoding } from '@arbiter/ports';
import { abortable, abortReason } from '../resilience/abortable.js';
import { LruCache } from './lru-cache.js';

/** What became of a query's text: found, being computed for another caller, or computed for this one. */
export type CacheOutcome = 'hit' | 'joined' | 'miss';

export interface CachingEmbedderOptions {
  /** What the vectors of queries may take, ≥ 0. A query of twenty tokens takes 2 kB. */
  readonly maxBytes: number;
  /** What encodings of texts may take, ≥ 0: a passage of 120 pieces takes 190 kB. None are kept when absent. */
  readonly maxEncodingBytes?: number;
  /** Told once for every text of every query call, for metrics. */
  readonly onLookup?: (outcome: CacheOutcome) => void;
}

/** Every text of one computation, by its text. */
type EmbeddedQueries = ReadonlyMap<string, Float32Array>;

/** What an entry takes besides its numbers and its key: objects and a place in a map, roughly. */
const ENTRY_OVERHEAD_BYTES = 300;

/**
 * Remembers the vectors of queries, and computes each of them once however many callers ask at the same time. Documents
 * go through to the embedder behind: their vectors are kept in an index. Vectors that are given out belong to the caller, encodings
 * to all of them.
 */
export class CachingEmbedder implements Embedder {
  readonly #cache: LruCache<Float32Array>;
  readonly #encodings: LruCache<TextEncoding>;
  readonly #underWay = new Map<string, SharedComputation<EmbeddedQueries>>();
  readonly #onLookup: (outcome: CacheOutcome) => void;
  readonly #lookups = { hit: 0, joined: 0, miss: 0 };
  readonly #encodingLookups = { hit: 0, miss: 0 };

  /** @param embedder to which it belongs from now on: `close` closes it */
  constructor(
    private readonly embedder: Embedder,
    { maxBytes, maxEncodingBytes = 0, onLookup = () => undefined }: CachingEmbedderOptions,
  ) {
    this.#cache = new LruCache(maxBytes);
    this.#encodings = new LruCache(maxEncodingBytes);
    this.#onLookup = onLookup;
  }

  /** What became of all texts of queries so far. */
  get lookups(): Readonly<Record<CacheOutcome, number>> {
    return this.#lookups;
  }

  /** The same of texts that were to be encoded. */
  get encodingLookups(): Readonly<Record<'hit' | 'miss', number>> {
    return this.#encodingLookups;
  }

  get model(): string {
    return this.embedder.model;
  }

  get dimensions(): number {
    return this.embedder.dimensions;
  }

  get canEncode(): boolean {
    return this.embedder.canEncode;
  }

  get maxTokens(): number {
    return this.embedder.maxTokens;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options.kind === 'document') return this.embedder.embed(texts, options);
    const vectors = await this.#lookUp(texts, options.signal);
    return vectors.map((vector) => vector.slice());
  }

  /**
   * An answer that is corrected is compared with the same passages again, and other questions meet them too. Encodings are
   * large, so few are remembered, none is waited for that is being made for another caller, and all callers share them.
   */
  async encode(texts: readonly string[], options: EmbedOptions): Promise<readonly TextEncoding[]> {
    if (options.kind === 'document') return this.embedder.encode(texts, options);
    if (options.signal.aborted) throw abortReason(options.signal);
    const found = new Map<string, TextEncoding>();
    for (const text of texts) {
      const known = this.#encodings.get(text);
      if (known) found.set(text, known);
    }
    const missing = [...new Set(texts)].filter((text) => !found.has(text));
    this.#encodingLookups.hit += found.size;
    this.#encodingLookups.miss += missing.length;
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

  async #lookUp(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    if (signal.aborted) throw abortReason(signal);
    const found = new Map<string, Float32Array>();
    const awaited = new Set<SharedComputation<EmbeddedQueries>>();
    const missing = new Set<string>();
    for (const text of texts) {
      const cached = found.get(text) ?? this.#cache.get(text);
      const computation = this.#computationOf(text);
      if (cached) found.set(text, cached);
      else if (computation) awaited.add(computation);
      const outcome = cached ? 'hit' : computation || missing.has(text) ? 'joined' : 'miss';
      if (outcome === 'miss') missing.add(text);
      this.#lookups[outcome] += 1;
      this.#onLookup(outcome);
    }
    if (missing.size > 0) awaited.add(this.#compute([...missing]));
    const computed = await Promise.all(Array.from(awaited, (computation) => computation.join(signal)));
    for (const queries of computed) for (const [text, vector] of queries) found.set(text, vector);
    return texts.flatMap((text) => found.get(text) ?? []);
  }

  #computationOf(text: string): SharedComputation<EmbeddedQueries> | undefined {
    const computation = this.#underWay.get(text);
    return computation?.abandoned === true ? undefined : computation;
  }

  #compute(texts: readonly string[]): SharedComputation<EmbeddedQueries> {
    const computation = new SharedComputation(async (signal) => {
      try {
        const vectors = await this.embedder.embed(texts, { kind: 'query', signal });
        const embedded = texts.map((text, index) => [text, vectors[index] ?? missingResult(text)] as const);
        for (const [text, vector] of embedded)
          this.#cache.set(text, vector, vector.byteLength + 2 * text.length + ENTRY_OVERHEAD_BYTES);
        return new Map(embedded);
      } finally {
        for (const text of texts) if (this.#underWay.get(text) === computation) this.#underWay.delete(text);
      }
    });
    for (const text of texts) this.#underWay.set(text, computation);
    return computation;
  }
}

function bytesOf({ vector, starts, ends, vectors }: TextEncoding): number {
  return vector.byteLength + starts.byteLength + ends.byteLength + vectors.byteLength;
}

function missingResult(text: string): never {
  throw new RangeError(`the embedder gave no vector for a query of ${text.length} characters`);
}

/** One computation that several callers wait for; it is aborted when the last of them has gone. */
class SharedComputation<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(compute: (signal: AbortSignal) => Promise<T>) {
    this.#result = compute(this.#controller.signal);
    // Waiting callers receive the error; without any, it can be ignored.
    this.#result.catch(() => undefined);
  }

  /** Aborted because its last caller left; it cannot be joined any more. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** @throws the signal's reason, CANCELLED or DEADLINE_EXCEEDED when that is none of ours; what the computation throws */
  async join(signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw abortReason(signal);
    this.#waiting += 1;
    try {
      return await abortable(signal, () => this.#result, abortReason);
    } finally {
      this.#waiting -= 1;
      // Of a computation that has ended, nothing listens to the signal any more.
      if (this.#waiting === 0) this.#controller.abort(new ArbiterError('CANCELLED', 'Nobody waits for it any more.'));
    }
  }
}
