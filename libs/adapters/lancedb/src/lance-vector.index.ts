import { ArbiterError } from '@arbiter/contracts';
import type {
  DocumentChunks,
  EmbeddedChunk,
  ScoredChunk,
  SearchOptions,
  TokenMatrix,
  VectorIndex,
} from '@arbiter/ports';
import { maxSim } from '@arbiter/fusion';
import { Index, type Connection, type Table, type VectorQuery } from '@lancedb/lancedb';
import { DataType, type Field, type Table as Rows } from 'apache-arrow';
import { abortable } from './abortable.js';
import { CHUNK_COLUMNS, chunkOfRow, vectorRows, vectorSchema, type ChunkRow } from './chunk-rows.js';
import { conditionOf, withIds } from './sql-conditions.js';
import { LanceChunkIndex } from './lance-chunk.index.js';
import { buildScalarIndexes } from './scalar-indexes.js';
import { takeRanked } from './take-ranked.js';

const INDEX = 'vector_idx';

/** Partitions that a search reads, and exact distances that it computes per wanted hit: recall ≥ .99 at 1M chunks. */
const PROBES = 50;
const REFINE_FACTOR = 10;

/** How far the length of a vector may be from 1: what float32 rounding can explain, and no more. */
const UNIT_TOLERANCE = 1e-3;

/** Cosine similarity: exact up to some ten thousand candidates, by an inverted file with RaBitQ codes above. */
export class LanceVectorIndex extends LanceChunkIndex<EmbeddedChunk> implements VectorIndex {
  protected override readonly kind = 'vectors';

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ScoredChunk[]> {
    return abortable(options.signal, () =>
      this.store.read(collection, this.kind, async (table) => {
        const dimensions = await dimensionsOf(table);
        checkVector(vector, dimensions ?? vector.length);
        const where = conditionOf(options);
        const exact =
          options.chunkIds !== undefined || (await this.candidates(table, where)) <= this.store.exactScanRows;
        return takeRanked(options.limit, async (count) => {
          if (dimensions === null) return [];
          const nearest = table
            .vectorSearch(vector)
            .distanceType('cosine')
            .select([...CHUNK_COLUMNS, '_distance'])
            .limit(count);
          if (where !== null) nearest.where(where);
          const rows = (await (exact ? nearest.bypassVectorIndex() : approximate(nearest)).toArray()) as VectorRow[];
          return rows.map((row) => ({ chunk: chunkOfRow(row), score: cosineOf(row._distance) }));
        });
      }),
    );
  }

  async vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const rows = await this.rowsWithIds<{ vector: Iterable<number> }>(collection, chunkIds, ['vector'], signal);
    return new Map(rows.map(({ id, vector }) => [id, Float32Array.from(vector)]));
  }

  async scoreTokens(
    collection: string,
    query: TokenMatrix,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    const columns = ['tokens', 'token_dimensions'];
    const rows = await this.rowsWithIds<TokenColumns>(collection, chunkIds, columns, signal);
    return new Map(rows.flatMap(({ id, ...row }) => scoreOf(query, row).map((score): [string, number] => [id, score])));
  }

  private async rowsWithIds<Row>(
    collection: string,
    chunkIds: readonly string[],
    columns: readonly string[],
    signal: AbortSignal,
  ): Promise<(Row & { readonly id: string })[]> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (table) => {
        if (chunkIds.length === 0) return [];
        const query = table
          .query()
          .where(withIds(chunkIds))
          .select(['id', ...columns]);
        return (await query.toArray()) as (Row & { readonly id: string })[];
      }),
    );
  }

  protected override check(documents: readonly DocumentChunks<EmbeddedChunk>[]): void {
    const vectors = documents.flatMap(({ chunks }) => chunks.map(({ vector }) => vector));
    const [first] = vectors;
    if (first) for (const vector of vectors) checkVector(vector, first.length);
  }

  protected override rows(chunks: readonly EmbeddedChunk[]): Rows {
    return vectorRows(chunks);
  }

  protected override create(
    connection: Connection,
    name: string,
    documents: readonly DocumentChunks<EmbeddedChunk>[],
  ): Promise<Table> {
    return connection.createEmptyTable(name, vectorSchema(firstDimensions(documents)));
  }

  protected override async prepare(table: Table, documents: readonly DocumentChunks<EmbeddedChunk>[]): Promise<Table> {
    const expected = await dimensionsOf(table);
    const received = firstDimensions(documents);
    if (received === null) return table;
    if (expected === null) {
      // The first documents held no text, so the table could not know how long its vectors are. It holds no rows.
      const valueSql = `arrow_cast(NULL, 'FixedSizeList(${received}, Float32)')`;
      await table.addColumns([{ name: 'vector', valueSql }]);
      return table;
    }
    if (received !== expected) throw wrongDimensions(expected, received);
    return table;
  }

  protected override async maintain(table: Table): Promise<void> {
    await super.maintain(table);
    await buildScalarIndexes(table, this.store.exactScanRows);
    if ((await table.countRows()) <= this.store.exactScanRows || (await table.indexStats(INDEX))) return;
    await table.createIndex('vector', { name: INDEX, config: Index.ivfRq({ distanceType: 'cosine' }) });
  }

  /** How many chunks a search would have to compare. */
  private async candidates(table: Table, where: string | null): Promise<number> {
    const rows = await table.countRows();
    return where === null || rows <= this.store.exactScanRows ? rows : table.countRows(where);
  }
}

interface TokenColumns {
  readonly tokens: Uint8Array | null;
  readonly token_dimensions: number | null;
}

/** @returns one score, or none for a chunk without token vectors, or with such of another model */
function scoreOf(query: TokenMatrix, { tokens, token_dimensions: dimensions }: TokenColumns): number[] {
  if (tokens === null || dimensions !== query.dimensions) return [];
  const values = new Int8Array(tokens.buffer, tokens.byteOffset, tokens.byteLength);
  const score = maxSim(query.values, values, dimensions);
  return score === null ? [] : [score];
}

type VectorRow = ChunkRow & { readonly _distance: number };

function approximate(query: VectorQuery): VectorQuery {
  return query.nprobes(PROBES).refineFactor(REFINE_FACTOR);
}

/** Lance's cosine distance is 1 − cosine; rounding may pass the ends. */
function cosineOf(distance: number): number {
  return Math.min(1, Math.max(-1, 1 - distance));
}

/** @returns null for a table that no vector was written to yet */
async function dimensionsOf(table: Table): Promise<number | null> {
  const field: Field | undefined = (await table.schema()).fields.find(({ name }) => name === 'vector');
  // Not `instanceof`: Lance loads Arrow as CommonJS, and has classes of its own.
  return field && DataType.isFixedSizeList(field.type) ? field.type.listSize : null;
}

function firstDimensions(documents: readonly DocumentChunks<EmbeddedChunk>[]): number | null {
  return documents.find(({ chunks }) => chunks.length > 0)?.chunks[0]?.vector.length ?? null;
}

function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) throw wrongDimensions(dimensions, vector.length);
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (!(Math.abs(Math.sqrt(squares) - 1) <= UNIT_TOLERANCE))
    throw new ArbiterError('INVALID_REQUEST', 'A vector must have the length 1.');
}

function wrongDimensions(expected: number, received: number): ArbiterError {
  return new ArbiterError(
    'INVALID_REQUEST',
    `The collection holds vectors of ${expected} numbers, got one of ${received}.`,
    { details: { expected, received } },
  );
}
