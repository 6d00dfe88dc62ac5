import { CachingEmbedder } from '@arbiter/adapter-kit/retrieval';
import type { Embedder, Reader } from '@arbiter/ports';
import { Counter, type Registry } from 'prom-client';
import { RememberedReader } from './open-reader.js';

const NAME = 'arbiter_cache_lookups_total';

/** Lookups so far, by outcome: `hit`, `miss`, or `joined` for one that waited for the computation of another caller. */
export type CacheLookups = Readonly<Record<string, number>>;

/** Reads its sources when it is read itself: a lookup costs an addition. */
class LookupCounter extends Counter<'cache' | 'outcome'> {
  readonly sources = new Map<string, () => CacheLookups>();

  constructor(registry: Registry) {
    super({
      name: NAME,
      help: 'Lookups in caches, by cache and outcome.',
      labelNames: ['cache', 'outcome'],
      registers: [registry],
      collect: () => {
        this.reset();
        for (const [cache, read] of this.sources)
          for (const [outcome, count] of Object.entries(read())) this.inc({ cache, outcome }, count);
      },
    });
  }
}

/** Shows the lookups of a cache. A cache that two arms of a process share is counted once. */
export function watchCache(registry: Registry, cache: string, read: () => CacheLookups): void {
  const known = registry.getSingleMetric(NAME);
  const counter = known instanceof LookupCounter ? known : new LookupCounter(registry);
  counter.sources.set(cache, read);
}

/** Shows the lookups of the caches before models, where these have one. */
export function watchModelCaches(
  registry: Registry,
  { embedder, reader = null }: { readonly embedder?: Embedder; readonly reader?: Reader | null },
): void {
  if (embedder instanceof CachingEmbedder) {
    watchCache(registry, 'queries', () => embedder.lookups);
    watchCache(registry, 'encodings', () => embedder.encodingLookups);
  }
  if (reader instanceof RememberedReader) watchCache(registry, 'readings', () => reader.lookups);
}
