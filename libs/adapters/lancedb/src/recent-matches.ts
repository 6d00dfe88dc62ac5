import type { WeightedTerm } from '@arbiter/ports';
import type { RowHit } from './arrow-columns.js';
import type { OpenedTable } from './table-version.js';

/** Tables in which a thousand matches are most of those that there are. */
const SMALL_TABLE_ROWS = 20_000;

/**
 * How many matches a search asks for and keeps at least. In a small table the scores of what other indexes found, which
 * take 2 ms to ask for, are mostly among a thousand, which take 1.5 ms longer than a hundred. In a large one they are
 * not, and a thousand take twice as long as a hundred.
 *
 * @param rows of the table
 */
export function rememberedHits(rows: number): number {
  return rows <= SMALL_TABLE_ROWS ? 1_000 : 0;
}

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
