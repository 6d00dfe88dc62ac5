import type { WeightedTerm } from '@arbiter/ports';
import type { RowHit } from './arrow-columns.js';
import type { OpenedTable } from './table-version.js';

/**
 * Matches that one search asks for and keeps: with 1,000 instead of 100 it takes a third longer (1.5 ms of processor
 * time), and the scores of what other indexes found, which take 2 ms to ask for, are mostly there.
 */
export const REMEMBERED_HITS = 1_000;

/** What one query matches in one state of a table. */
export interface QueryMatches {
  readonly hits: readonly RowHit[];
  /** Whether nothing else matches. */
  readonly complete: boolean;
}

/** What a query has matched, in each collection, for as long as its caller holds on to the query. */
export class RecentMatches {
  private readonly matches = new WeakMap<
    readonly WeightedTerm[],
    Map<string, QueryMatches & { readonly version: string }>
  >();

  set(query: readonly WeightedTerm[], { collection, version }: OpenedTable, matches: QueryMatches): void {
    const known = this.matches.get(query) ?? new Map<string, QueryMatches & { readonly version: string }>();
    this.matches.set(query, known.set(collection, { version, ...matches }));
  }

  /** @returns null when this query did not search this state of this table last */
  get(query: readonly WeightedTerm[], { collection, version }: OpenedTable): QueryMatches | null {
    const known = this.matches.get(query)?.get(collection);
    return known?.version === version ? known : null;
  }
}
