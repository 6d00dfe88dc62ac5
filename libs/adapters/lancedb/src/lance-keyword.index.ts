import type { Chunk, KeywordIndex, ScoredChunk, SearchOptions } from '@arbiter/ports';
import { Index, MatchQuery, type Connection, type IndexStatistics, type Table } from '@lancedb/lancedb';
import type { Table as Rows } from 'apache-arrow';
import { abortable } from './abortable.js';
import { CHUNK_COLUMNS, chunkOfRow, KEYWORD_SCHEMA, keywordRows, type ChunkRow } from './chunk-rows.js';
import { compileFilter } from './compile-filter.js';
import { ENGLISH_STOP_WORDS } from './english-stop-words.js';
import { LanceChunkIndex } from './lance-chunk.index.js';
import { buildTermsIndex } from './terms-index.js';
import { takeRanked } from './take-ranked.js';

const COLUMN = 'searchable';
const INDEX = 'searchable_idx';

/** A query reads each row that the index does not hold (80 µs), so a write indexes them when they are more than this… */
const MAX_UNINDEXED_ROWS = 100;

/** …and more than this share of the table: indexing costs a merge of the whole index, so the times grow with it. */
const MAX_UNINDEXED_SHARE = 0.02;

/** BM25 by Lance's full-text index, with the analyser `english`: lower case, no accents, Snowball stems, stop words. */
export class LanceKeywordIndex extends LanceChunkIndex<Chunk> implements KeywordIndex {
  protected override readonly kind = 'keywords';

  async search(collection: string, query: string, options: SearchOptions): Promise<readonly ScoredChunk[]> {
    return abortable(options.signal, () =>
      this.store.read(collection, this.kind, async (table) => {
        const where = compileFilter(options.filter);
        const everything = await this.unindexedMatches(table);
        return takeRanked(options.limit, async (count) => {
          const search = table
            .query()
            .fullTextSearch(new MatchQuery(query, COLUMN))
            .select([...CHUNK_COLUMNS, '_score'])
            .limit(Math.max(count, everything));
          if (where !== null) search.where(where);
          const rows = (await search.toArray()) as (ChunkRow & { readonly _score: number })[];
          return rows.map((row) => ({ chunk: chunkOfRow(row), score: row._score }));
        });
      }),
    );
  }

  protected override check(): void {
    // Any chunk fits.
  }

  protected override rows(chunks: readonly Chunk[]): Rows {
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

  protected override async needsMaintenance(table: Table): Promise<boolean> {
    const stats = await table.indexStats(INDEX);
    return (stats !== undefined && isStale(stats)) || super.needsMaintenance(table);
  }

  protected override async maintain(table: Table): Promise<void> {
    await this.prepare(table);
    await super.maintain(table);
    await buildTermsIndex(table, this.store.exactScanRows);
  }

  /**
   * Lance 0.37 takes any rows instead of the best when its index is empty but the table is not, as it is for the
   * milliseconds between the first commit and the first indexing: then all that match are asked for.
   */
  private async unindexedMatches(table: Table): Promise<number> {
    const stats = await table.indexStats(INDEX);
    return stats && stats.numIndexedRows > 0 ? 0 : table.countRows();
  }
}

function isStale({ numIndexedRows, numUnindexedRows }: IndexStatistics): boolean {
  if (numIndexedRows === 0) return numUnindexedRows > 0;
  return numUnindexedRows > Math.max(MAX_UNINDEXED_ROWS, MAX_UNINDEXED_SHARE * numIndexedRows);
}

async function createFullTextIndex(table: Table): Promise<void> {
  await table.createIndex(COLUMN, {
    name: INDEX,
    config: Index.fts({
      baseTokenizer: 'simple',
      language: 'English',
      lowercase: true,
      asciiFolding: true,
      stem: true,
      removeStopWords: true,
      customStopWords: [...ENGLISH_STOP_WORDS],
      withPosition: false,
    }),
  });
}
