import { LruCache } from '@arbiter/adapter-kit/retrieval';
import type { ResultFields } from '@arbiter/tool-sdk';

/** Results as they are kept: plain JSON. */
export type StoredResults = readonly ResultFields[];

/**
 * Keeps results by a key, for all runs of this process. Asynchronous, so that a run can be recorded with what it was given
 * from here, and made once more without it.
 */
export interface ResultStore {
  get(key: string): Promise<StoredResults | null>;
  put(key: string, results: StoredResults): Promise<void>;
}

export interface ResultStoreLimits {
  /** Of keys and results as JSON. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** In memory; what was used longest ago goes first. */
export class LruResultStore implements ResultStore {
  private readonly entries: LruCache<StoredResults>;

  constructor({ maxBytes, maxEntries }: ResultStoreLimits) {
    this.entries = new LruCache(maxBytes, maxEntries);
  }

  get(key: string): Promise<StoredResults | null> {
    return Promise.resolve(this.entries.get(key) ?? null);
  }

  put(key: string, results: StoredResults): Promise<void> {
    this.entries.set(key, results, Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(results)));
    return Promise.resolve();
  }
}
