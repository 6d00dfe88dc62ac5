import type { CollectionSummary } from './collections.operation.js';

/**
 * Where a search of a domain looks: what of its sources has not been ingested yet keeps the rest from nothing.
 *
 * @param named the collections of the domain
 * @param held what `retriever.list-collections` gives
 * @returns those of `named` that are held, in their order; all of them where none is, so that a search says what is missing
 */
export function collectionsThereAre(named: readonly string[], held: readonly CollectionSummary[]): readonly string[] {
  const names = new Set(held.map(({ manifest }) => manifest.name));
  const there = named.filter((name) => names.has(name));
  return there.length > 0 ? there : named;
}
