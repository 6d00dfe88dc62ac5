import { rarityOf, terms } from '@arbiter/text';
import type { SearchedPool } from './searched-pool.js';

/** How rare a term is in a library. */
export type TermRarities = (library: string, term: string) => number;

/** How rare terms are in each library, among all the passages that any search of it has found. */
export function termRarities(pools: readonly SearchedPool[]): TermRarities {
  const libraries = new Map<string, { readonly seen: Set<string>; readonly holders: Map<string, number> }>();
  for (const { library, passages } of pools) {
    const known = libraries.get(library) ?? { seen: new Set<string>(), holders: new Map<string, number>() };
    libraries.set(library, known);
    for (const { chunkId, text } of passages) {
      if (known.seen.has(chunkId)) continue;
      known.seen.add(chunkId);
      for (const term of new Set(terms(text).map((one) => one.term))) {
        known.holders.set(term, (known.holders.get(term) ?? 0) + 1);
      }
    }
  }
  return (library, term) => {
    const known = libraries.get(library);
    return known ? rarityOf((known.holders.get(term) ?? 0) / known.seen.size, known.seen.size) : 0;
  };
}
