import { abortable } from '@arbiter/adapter-kit/resilience';
import { takeRanked } from '@arbiter/adapter-kit/retrieval';
import type { AnalysedChunk, ChunkHit, KeywordIndex, KeywordSearchOptions, WeightedTerm } from '@arbiter/ports';
import { type Connection, Index, type IndexStatistics, type Table } from '@lancedb/lancedb';
import type { Table as Rows } from 'apache-arrow';
import { hitsOf, ROW_ID, type RowHit } from './arrow-columns.js';
import { KEYWORD_SCHEMA, keywordRows } from './chunk-rows.js';
import {
  FREQUENCY_CHUNKS,
  fullTextQueryOf,
  RecentMatches,
  rememberedHits,
  TERMS_COLUMN,
  TermSamples,
  VOCABULARY_CHUNKS,
} from './keyword-queries.js';
import { LanceChunkIndex } from './lance-chunk.index.js';
import { type OpenedTable, PerTableVersion } from './lance-tables.js';
import { conditionOf, withIds } from './sql-conditions.js';
import { buildScalarIndexes } from './table-upkeep.js';

const INDEX = 'terms_idx';
const SCORE = '_score';

/** A query reads each row that the index does not hold (80 µs), so a write indexes them when they are more than this… */
const MAX_UNINDEXED_ROWS = 100;

/** …and more than this share of the table: indexing costs a merge of the whole index, so the times grow with it. */
const MAX_UNINDEXED_SHARE = 0.02;

/** Longest term that is kept; Lance drops longer ones without a word. */
const MAX_TERM_LENGTH = 1_000_000;

/** BM25 by Lance's full-text index over terms as they are given. */
export class LanceKeywordIndex extends LanceChunkIndex<AnalysedChunk> implements KeywordIndex {
  protected override readonly kind = 'keywords';
  private readonly samples = new TermSamples(FREQUENCY_CHUNKS);
  private readonly vocabularies = new TermSamples(VOCABULARY_CHUNKS, FREQUENCY_CHUNKS);
  private readonly recent = new RecentMatches();
  private readonly rowCounts = new PerTableVersion((table) => table.countRows());
  private readonly unindexedMatches = new PerTableVersion(countUnindexed);

  async search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]> {
    return abortable(options.signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const where = conditionOf(options);
        const unrestricted = where === null && (options.required ?? []).length === 0;
        const hits = await takeRanked(options.limit, async (count) => {
          const most = unrestricted ? Math.max(count, rememberedHits(await this.rowCounts.of(opened))) : count;
          const found = await this.matches(opened, query, { most, where, required: options.required });
          if (unrestricted) this.recent.set(query, opened, { hits: found, complete: found.length < most });
          return found;
        });
        return this.placed(opened, hits);
      }),
    );
  }

  async scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const recent = this.recent.get(query, opened);
        const wanted = new Set(chunkIds);
        const known = (recent?.hits ?? []).filter(({ chunkId }) => wanted.has(chunkId));
        for (const { chunkId } of known) wanted.delete(chunkId);
        const most = recent?.complete === true ? 0 : wanted.size;
        const asked = most === 0 ? [] : await this.matches(opened, query, { most, where: withIds([...wanted]) });
        return new Map([...known, ...asked].map(({ chunkId, score }) => [chunkId, score]));
      }),
    );
  }

  async documentFrequencies(
    collection: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        if (terms.length === 0) return [];
        const { shares } = await this.samples.of(opened);
        return terms.map((term) => shares.get(term) ?? 0);
      }),
    );
  }

  async vocabulary(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (opened) => (await this.vocabularies.of(opened)).shares),
    );
  }

  /** The best matches, in any order, at most `most` (or all, while Lance cannot tell the best). */
  private async matches(
    opened: OpenedTable,
    query: readonly WeightedTerm[],
    { most, where, required }: { most: number; where: string | null; required?: readonly string[] | undefined },
  ): Promise<RowHit[]> {
    if (query.length === 0) return [];
    const search = opened.table
      .query()
      .fullTextSearch(fullTextQueryOf(query, required))
      .withRowId()
      .select(['id', ROW_ID, SCORE])
      .limit(Math.max(most, await this.unindexedMatches.of(opened)));
    if (where !== null) search.where(where);
    const hits = hitsOf(await search.toArrow(), SCORE, (score) => score);
    return hits.filter(({ score }) => score > 0);
  }

  protected override check(): void {
    // Any chunk fits.
  }

  protected override rows(chunks: readonly AnalysedChunk[]): Rows {
    return keywordRows(chunks);
  }

  protected override async create(connection: Connection, name: string): Promise<Table> {
    const table = await connection.createEmptyTable(name, KEYWORD_SCHEMA);
    await createFullTextIndex(table);
    return table;
  }

  protected override async prepare(table: Table): Promise<Table> {
    // A process that was killed right after it made the table left it without its index.
    if (!(await table.indexStats(INDEX))) await createFullTextIndex(table);
    return table;
  }

  protected override async needsMaintenance(table: Table, smallFiles: number): Promise<boolean> {
    const stats = await table.indexStats(INDEX);
    return (stats !== undefined && isStale(stats)) || super.needsMaintenance(table, smallFiles);
  }

  protected override async maintain(table: Table, keepMs?: number): Promise<void> {
    await this.prepare(table);
    await super.maintain(table, keepMs);
    await buildScalarIndexes(table, this.store.exactScanRows);
  }
}

/**
 * Lance 0.37 takes any rows instead of the best if its index is empty but the table is not. That is so for the
 * milliseconds between the first commit and the first indexing. A search then asks for all matches.
 */
async function countUnindexed(table: Table): Promise<number> {
  const stats = await table.indexStats(INDEX);
  return stats && stats.numIndexedRows > 0 ? 0 : table.countRows();
}

function isStale({ numIndexedRows, numUnindexedRows }: IndexStatistics): boolean {
  if (numIndexedRows === 0) return numUnindexedRows > 0;
  return numUnindexedRows > Math.max(MAX_UNINDEXED_ROWS, MAX_UNINDEXED_SHARE * numIndexedRows);
}

async function createFullTextIndex(table: Table): Promise<void> {
  await table.createIndex(TERMS_COLUMN, {
    name: INDEX,
    config: Index.fts({
      // The terms are made elsewhere, the same for every store.
      baseTokenizer: 'whitespace',
      lowercase: false,
      asciiFolding: false,
      stem: false,
      removeStopWords: false,
      maxTokenLength: MAX_TERM_LENGTH,
      withPosition: false,
    }),
  });
}
