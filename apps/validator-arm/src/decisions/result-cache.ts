import { createHash } from 'node:crypto';
import { LruCache } from '@arbiter/adapter-kit/retrieval';
import type { Principal } from '@arbiter/contracts';

/**
 * Results of requests that come again, by the hash of everything that they depend on. Bounded in bytes; the least recently
 * used goes.
 */
export class ResultCache {
  private readonly results: LruCache<unknown>;
  /** What became of all requests so far. */
  readonly lookups = { hit: 0, miss: 0 };

  /**
   * @param identity names the models, weights and settings behind the results: a change of any must change it
   * @param maxBytes ≥ 0, as JSON; with 0 nothing is kept
   */
  constructor(
    private readonly identity: string,
    maxBytes: number,
  ) {
    this.results = new LruCache(maxBytes);
  }

  /**
   * @param caller part of the key: a hit tells, in its annotation and by its speed, that somebody asked the very same before
   * @returns SHA-256 in hexadecimal of identity, operation, request and caller
   */
  keyOf(operation: string, request: unknown, caller: Principal | null): string {
    return createHash('sha256')
      .update(JSON.stringify([this.identity, operation, request, caller]))
      .digest('hex');
  }

  /** A failure is not kept, nor is a result that `isFinal` says was made in place of a better one. */
  async getOrMake<T>(
    key: string,
    make: () => Promise<T>,
    isFinal: (result: T) => boolean,
  ): Promise<{ readonly result: T; readonly cached: boolean }> {
    const known = this.results.get(key);
    this.lookups[known === undefined ? 'miss' : 'hit'] += 1;
    // Sound: a key holds the name of the operation, and one operation has one type of result.
    if (known !== undefined) return { result: known as T, cached: true };
    const result = await make();
    if (isFinal(result)) this.results.set(key, result, JSON.stringify(result).length);
    return { result, cached: false };
  }
}
