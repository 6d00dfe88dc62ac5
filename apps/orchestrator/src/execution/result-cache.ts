import { createHash } from 'node:crypto';
import type { ParentCall } from '@arbiter/messaging';
import { canonicalJson } from '@arbiter/ports';
import type { Result, ResultFields, ToolOutput } from '@arbiter/tool-sdk';
import { LruCache } from '@arbiter/adapter-kit/retrieval';
import type { ToolObserver } from './tool.observer.js';

/** Everything that a result depends on, besides the caller and the content of the collections. */
export interface CacheKey {
  /** Of the tool. */
  readonly name: string;
  /** Changes with the shape of the value and with what the tool finds. */
  readonly version: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly collections: readonly string[];
}

/** A look into the cache that found nothing, and where to put what is found instead. */
export interface Miss<T> {
  readonly hit: null;
  keep(value: T): Promise<void>;
}

/** Results of reads of the library, by everything that they depend on. */
export class ResultCache {
  /** @param store null where nothing is kept */
  constructor(
    private readonly store: ResultStore | null,
    private readonly generations: Generations,
    private readonly observer: ToolObserver,
  ) {}

  /** Asks for the generation before the tool runs: what it finds may be newer than its key says, never older. */
  async look<T extends object>(
    { name, version, inputs, collections }: CacheKey,
    call: ParentCall,
  ): Promise<{ readonly hit: T } | Miss<T>> {
    const { store } = this;
    if (!store) return NOT_KEPT;
    const generation = await this.generations.of(collections, call);
    if (generation === null) {
      this.observer.lookedUp(name, 'unknown-generation');
      return NOT_KEPT;
    }
    const key = keyOf([name, version, inputs, [...collections].sort(), call.principal, generation]);
    const hit = await store.get(key);
    this.observer.lookedUp(name, hit ? 'hit' : 'miss');
    // Name and version in the key determine the type of the value.
    return hit ? { hit: hit as T } : { hit: null, keep: (value) => store.put(key, value) };
  }

  /** As {@link Generations.forget}. */
  forget(): void {
    this.generations.forget();
  }
}

export const NOT_KEPT: Miss<object> = { hit: null, keep: () => Promise.resolve() };

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/**
 * Null for what the next try may do better: what is not whole, holds nothing, or says in its metadata that something could
 * not take part; and for what was spoken, which must not come all at once.
 */
export function worthKeeping(outputs: readonly ToolOutput[]): StoredResults | null {
  const results = outputs.filter((output) => output.kind === 'result');
  const isWhole = outputs.every(({ kind }) => kind === 'result' || kind === 'status');
  if (results.length === 0 || !isWhole || results.some(isDegraded)) return null;
  return results.map(({ kind: _kind, confidence, statement, ...fields }) => ({
    ...fields,
    ...(confidence !== undefined && { confidence }),
    ...(statement && { statement }),
  }));
}

function isDegraded({ metadata: { degraded } }: Result): boolean {
  return Array.isArray(degraded) && degraded.length > 0;
}

/** Results of a tool as they are kept: plain JSON. */
export type StoredResults = readonly ResultFields[];

/**
 * Keeps JSON values by a key, for all runs of this process. Asynchronous, so that the recorder can log the cached values
 * of a run. A replay then needs no cache.
 */
export interface ResultStore {
  get(key: string): Promise<object | null>;
  put(key: string, value: object): Promise<void>;
}

/** The part of a store that holds what was found with other settings than the usual ones. */
export function storeFor(store: ResultStore, overrides: object | null): ResultStore {
  if (overrides === null) return store;
  const scope = canonicalJson(overrides);
  return {
    get: (key) => store.get(scope + key),
    put: (key, value) => store.put(scope + key, value),
  };
}

export interface ResultStoreLimits {
  /** Of keys and results as JSON. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** In memory; evicts the least recently used value first. */
export class LruResultStore implements ResultStore {
  private readonly entries: LruCache<object>;

  constructor({ maxBytes, maxEntries }: ResultStoreLimits) {
    this.entries = new LruCache(maxBytes, maxEntries);
  }

  get(key: string): Promise<object | null> {
    return Promise.resolve(this.entries.get(key) ?? null);
  }

  put(key: string, value: object): Promise<void> {
    this.entries.set(key, value, Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value)));
    return Promise.resolve();
  }
}

/** Names the state of collections: as long as the name is the same, a search finds the same. */
export interface Generations {
  /**
   * @param collections empty for all of the library
   * @returns the same text as long as nothing was put into these collections or taken out of them, whichever process did;
   *   null when that cannot be told
   */
  of(collections: readonly string[], call: ParentCall): Promise<string | null>;
  /** Something of this run may have changed the library. */
  forget(): void;
}
