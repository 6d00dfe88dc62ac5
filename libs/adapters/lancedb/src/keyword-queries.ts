import type { WeightedTerm } from '@arbiter/ports';
import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator, type Table } from '@lancedb/lancedb';
import type { RowHit } from './arrow-columns.js';
import type { OpenedTable } from './lance-tables.js';

/** Terms separated by spaces, as the index takes them apart again. */
export const TERMS_COLUMN = 'terms';

/** What weights may be whole multiples of: those of a query of one, those of feedback of 1/8. */
const UNITS = [1, 1 / 2, 1 / 4, 1 / 8];

/** Words of a query beyond which counting them out takes longer than adding up weighted queries. */
const MOST_REPEATS = 200;

/** Chunks that are read; the share of a term that a tenth of all chunks hold is then off by .013 (two standard errors). */
const SAMPLE_CHUNKS = 2_000;

/** A sample is taken anew when the collection has grown or shrunk by more than this share of it. */
const MAX_CHANGE = 0.1;

/** Tables in which a thousand matches are most of those that there are. */
const SMALL_TABLE_ROWS = 20_000;

/**
 * The weighted sum of the terms' scores. BM25 adds up over the words of a query, so a term that counts twice is written
 * twice: one match query skips the documents that cannot be among the best, a sum of weighted ones reads them all (at a
 * million chunks 10 against 67 ms). Where weights have no common unit, terms of one weight share a query.
 *
 * @param query at least one term
 * @param required terms that must all be there; they add nothing to the score
 */
export function fullTextQueryOf(query: readonly WeightedTerm[], required: readonly string[] = []): FullTextQuery {
  const counted = countedOut(query);
  if (counted && required.length === 0) return counted;
  const matches = counted ? [counted] : byWeight(query);
  const scored = matches.map((match): [Occur, FullTextQuery] => [Occur.Should, match]);
  return new BooleanQuery(required.length === 0 ? scored : [...scored, [Occur.Must, allOf(required)]]);
}

/** @returns null when there is no unit that all weights are whole multiples of, or the words would be too many */
function countedOut(query: readonly WeightedTerm[]): MatchQuery | null {
  const unit = [query[0]?.weight ?? 1, ...UNITS].find((of) =>
    query.every(({ weight }) => Number.isInteger(weight / of)),
  );
  if (unit === undefined) return null;
  const words = query.flatMap(({ term, weight }) =>
    Array.from({ length: Math.min(weight / unit, MOST_REPEATS + 1) }, () => term),
  );
  return words.length > MOST_REPEATS ? null : new MatchQuery(words.join(' '), TERMS_COLUMN, { boost: unit });
}

function byWeight(query: readonly WeightedTerm[]): MatchQuery[] {
  const terms = new Map<number, string[]>();
  for (const { term, weight } of query) terms.set(weight, [...(terms.get(weight) ?? []), term]);
  return [...terms].map(([boost, of]) => new MatchQuery(of.join(' '), TERMS_COLUMN, { boost }));
}

function allOf(terms: readonly string[]): FullTextQuery {
  return new MatchQuery(terms.join(' '), TERMS_COLUMN, { operator: Operator.And, boost: 0 });
}

/** How common terms are, by every n-th chunk of a collection. */
class TermSample {
  private constructor(
    private readonly rows: number,
    private readonly size: number,
    private readonly holders: ReadonlyMap<string, number>,
  ) {}

  static async take(table: Table, rows: number): Promise<TermSample> {
    const size = Math.min(rows, SAMPLE_CHUNKS);
    const offsets = Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
    const sampled =
      size === 0 ? [] : ((await table.takeOffsets(offsets).select(['terms']).toArray()) as { terms: string }[]);
    const holders = new Map<string, number>();
    for (const { terms } of sampled) {
      for (const term of new Set(terms.split(' '))) holders.set(term, (holders.get(term) ?? 0) + 1);
    }
    return new TermSample(rows, sampled.length, holders);
  }

  stillStandsFor(rows: number): boolean {
    return Math.abs(rows - this.rows) <= MAX_CHANGE * this.rows;
  }

  /** @returns 0–1; 0 for a term that no chunk of the sample holds */
  shareOf(term: string): number {
    return this.size === 0 ? 0 : (this.holders.get(term) ?? 0) / this.size;
  }
}

/** One sample for each collection. */
export class TermSamples {
  private readonly samples = new Map<string, Promise<TermSample>>();

  /** Takes one where there is none that still stands; searches that come meanwhile wait for the same. */
  async of(collection: string, table: Table): Promise<TermSample> {
    const rows = await table.countRows();
    const known = this.samples.get(collection);
    if (known && (await known.catch(() => null))?.stillStandsFor(rows)) return known;
    const newer = this.samples.get(collection);
    if (newer && newer !== known) return newer;
    const sample = TermSample.take(table, rows);
    this.samples.set(collection, sample);
    return sample;
  }
}

/**
 * The least number of matches that a search asks for and keeps. Asking for the scores of matches from other indexes takes
 * 2 ms. In a small table, most of these are among the first thousand, which take 1.5 ms longer than a hundred. In a large
 * table they are not, and a thousand take twice as long as a hundred.
 *
 * @param rows of the table
 */
export function rememberedHits(rows: number): number {
  return rows <= SMALL_TABLE_ROWS ? 1_000 : 0;
}

/** What one query matches in one state of a table. */
interface QueryMatches {
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
