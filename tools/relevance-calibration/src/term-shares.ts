import { terms } from '@arbiter/text';
import type { SearchedPool } from './searched-pool.js';

/** Share of a library's passages that hold a term, 0–1. */
export type TermShares = (library: string, term: string) => number;

/** How common terms are in each library, among all the passages that any search of it has found. */
export function termShares(pools: readonly SearchedPool[]): TermShares {
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
    return known ? (known.holders.get(term) ?? 0) / known.seen.size : 0;
  };
}
