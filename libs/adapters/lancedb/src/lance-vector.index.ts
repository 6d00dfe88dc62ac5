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
import type { Table as Rows } from 'apache-arrow';
import { abortable } from './abortable.js';
import { hitsOf, ROW_ID, type RowHit } from './arrow-columns.js';
import { vectorRows, vectorSchema } from './chunk-rows.js';
import { conditionOf, withIds } from './sql-conditions.js';
import { dimensionsOf } from './dimensions-of.js';
import { LanceChunkIndex } from './lance-chunk.index.js';
import { ResidentTables } from './resident-tables.js';
import type { ResidentVectors } from './resident-vectors.js';
import { buildScalarIndexes } from './scalar-indexes.js';
import { PerTableVersion, type OpenedTable } from './table-version.js';
import { takeRanked } from './take-ranked.js';

const INDEX = 'vector_idx';
const DISTANCE = '_distance';
const FLOAT_BYTES = 4;

/** Partitions that a search reads, and exact distances that it computes per wanted hit: recall ≥ .99 at 1M chunks. */
const PROBES = 50;
const REFINE_FACTOR = 10;

/** How far the length of a vector may be from 1: what float32 rounding can explain, and no more. */
const UNIT_TOLERANCE = 1e-3;

/** Cosine similarity: exact up to some ten thousand candidates, by an inverted file with RaBitQ codes above. */
export class LanceVectorIndex extends LanceChunkIndex<EmbeddedChunk> implements VectorIndex {
  protected override readonly kind = 'vectors';
  private readonly shapes = new PerTableVersion(shapeOf);
  private readonly resident = new ResidentTables(this.store);

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ScoredChunk[]> {
    return abortable(options.signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const { dimensions, rows } = await this.shapes.of(opened);
        checkVector(vector, dimensions ?? vector.length);
        if (dimensions === null) return [];
        const where = conditionOf(options);
        const resident = await this.resident.of(opened, rows * dimensions * FLOAT_BYTES);
        const fetch = resident && fromMemory(resident, vector, options, rows <= this.store.exactScanRows);
        const exact =
          options.chunkIds !== undefined || (await this.candidates(opened, where)) <= this.store.exactScanRows;
        return takeRanked(options.limit, async (count) =>
          this.chunksOf(opened, await (fetch?.(count) ?? fromDisk(opened.table, vector, { count, where, exact }))),
        );
      }),
    );
  }

  async vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const resident = this.resident.peek(opened);
        if (resident) return resident.vectorsOf(chunkIds);
        const rows = await rowsWithIds<{ vector: Iterable<number> }>(opened.table, chunkIds, ['vector']);
        return new Map(rows.map(({ id, vector }) => [id, Float32Array.from(vector)]));
      }),
    );
  }

  async scoreTokens(
    collection: string,
    query: TokenMatrix,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async ({ table }) => {
        const rows = await rowsWithIds<TokenColumns>(table, chunkIds, ['tokens', 'token_dimensions']);
        return new Map(
          rows.flatMap(({ id, ...row }) => scoreOf(query, row).map((score): [string, number] => [id, score])),
        );
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
  private async candidates(opened: OpenedTable, where: string | null): Promise<number> {
    const { rows } = await this.shapes.of(opened);
    return where === null || rows <= this.store.exactScanRows ? rows : opened.table.countRows(where);
  }
}

interface TableShape {
  readonly dimensions: number | null;
  readonly rows: number;
}

async function shapeOf(table: Table): Promise<TableShape> {
  return { dimensions: await dimensionsOf(table), rows: await table.countRows() };
}

/**
 * What memory can answer: the cosines of given chunks, and an exact search of all. Filters are the store's affair.
 *
 * @returns null for a search that it cannot answer
 */
function fromMemory(
  resident: ResidentVectors,
  vector: Float32Array,
  { filter = [], chunkIds }: SearchOptions,
  exact: boolean,
): ((count: number) => Promise<readonly RowHit[]>) | null {
  if (filter.length > 0) return null;
  if (chunkIds) return () => Promise.resolve(resident.scoresOf(vector, chunkIds));
  return exact ? (count) => resident.nearest(vector, count) : null;
}

async function fromDisk(
  table: Table,
  vector: Float32Array,
  { count, where, exact }: { readonly count: number; readonly where: string | null; readonly exact: boolean },
): Promise<readonly RowHit[]> {
  const nearest = table.vectorSearch(vector).distanceType('cosine').withRowId().select([ROW_ID, DISTANCE]).limit(count);
  if (where !== null) nearest.where(where);
  const answer = await (exact ? nearest.bypassVectorIndex() : approximate(nearest)).toArrow();
  return hitsOf(answer, DISTANCE, cosineOf);
}

async function rowsWithIds<Row>(
  table: Table,
  chunkIds: readonly string[],
  columns: readonly string[],
): Promise<(Row & { readonly id: string })[]> {
  if (chunkIds.length === 0) return [];
  const query = table
    .query()
    .where(withIds(chunkIds))
    .select(['id', ...columns]);
  return (await query.toArray()) as (Row & { readonly id: string })[];
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

function approximate(query: VectorQuery): VectorQuery {
  return query.nprobes(PROBES).refineFactor(REFINE_FACTOR);
}

/** Lance's cosine distance is 1 − cosine; rounding may pass the ends. */
function cosineOf(distance: number): number {
  return Math.min(1, Math.max(-1, 1 - distance));
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
