import type { WeightedTerm } from '@arbiter/ports';
import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb';
import type { RowHit } from './arrow-columns.js';
import type { OpenedTable } from './lance-tables.js';

/** Terms separated by spaces, as the index takes them apart again. */
export const TERMS_COLUMN = 'terms';

/** What weights may be whole multiples of: those of a query of one, those of feedback of 1/8. */
const UNITS = [1, 1 / 2, 1 / 4, 1 / 8];

/** Words of a query beyond which counting them out takes longer than adding up weighted queries. */
const MOST_REPEATS = 200;

/** The share of a term that a tenth of all chunks hold is then off by .013 (two standard errors). */
export const FREQUENCY_CHUNKS = 2_000;

/** Reading them takes a second. */
export const VOCABULARY_CHUNKS = 10_000;

/** Chunks that are read at once, and different terms that are kept. */
const BATCH_CHUNKS = 500;
const MOST_TERMS = 1_000_000;

/** Collections whose samples are kept: one of ten thousand chunks takes some 30 MB. */
const MOST_SAMPLES = 32;

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
    private readonly version: string,
    /** Above 0 to 1, by term. */
    readonly shares: ReadonlyMap<string, number>,
  ) {}

  static async take({ table, version }: OpenedTable, rows: number, chunks: number): Promise<TermSample> {
    const size = Math.min(rows, chunks);
    const offsets = Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
    const shares = new Map<string, number>();
    for (let from = 0; from < size; from += BATCH_CHUNKS) {
      const batch = table.takeOffsets(offsets.slice(from, from + BATCH_CHUNKS)).select([TERMS_COLUMN]);
      for (const { terms } of (await batch.toArray()) as { terms: string }[]) {
        for (const term of new Set(terms.split(' '))) {
          const holders = shares.get(term);
          if (holders !== undefined) shares.set(term, holders + 1);
          else if (shares.size < MOST_TERMS) shares.set(term, 1);
        }
      }
    }
    for (const [term, holders] of shares) shares.set(term, holders / size);
    return new TermSample(rows, version, shares);
  }

  /** @param isExact whether only the state of the table that it was taken of will do */
  stillStandsFor(rows: number, version: string, isExact: boolean): boolean {
    return version === this.version || (!isExact && Math.abs(rows - this.rows) <= MAX_CHANGE * this.rows);
  }
}

/** One sample for each collection. */
export class TermSamples {
  private readonly samples = new Map<string, Promise<TermSample>>();

  /**
   * @param chunks that are read of a collection
   * @param exactRows tables of at most so many rows are sampled anew whenever they have changed
   */
  constructor(
    private readonly chunks: number,
    private readonly exactRows = 0,
  ) {}

  /** Takes one where there is none that still stands; searches that come meanwhile wait for the same. */
  async of(opened: OpenedTable): Promise<TermSample> {
    const { collection, table, version } = opened;
    const rows = await table.countRows();
    const known = this.samples.get(collection);
    const isExact = rows <= this.exactRows;
    if (known && (await known.catch(() => null))?.stillStandsFor(rows, version, isExact)) return known;
    const newer = this.samples.get(collection);
    if (newer && newer !== known) return newer;
    const sample = TermSample.take(opened, rows, this.chunks);
    this.samples.delete(collection);
    this.samples.set(collection, sample);
    for (const oldest of this.samples.keys()) {
      if (this.samples.size <= MOST_SAMPLES) break;
      this.samples.delete(oldest);
    }
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
