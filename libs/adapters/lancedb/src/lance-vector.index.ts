import { abortable } from '@arbiter/adapter-kit/resilience';
import { takeRanked } from '@arbiter/adapter-kit/retrieval';
import {
  checkDimensions,
  checkVector,
  type ChunkHit,
  type DocumentChunks,
  type EmbeddedChunk,
  type SearchOptions,
  type VectorIndex,
} from '@arbiter/ports';
import { type Connection, Index, type Table, type VectorQuery } from '@lancedb/lancedb';
import type { Table as Rows } from 'apache-arrow';
import { columnsOf, dimensionsOf, hitsOf, ROW_ID, type RowHit, rowIdsOf } from './arrow-columns.js';
import { FORMER_COLUMNS, vectorRows, vectorSchema } from './chunk-rows.js';
import { LanceChunkIndex } from './lance-chunk.index.js';
import { type OpenedTable, PerTableVersion } from './lance-tables.js';
import { ResidentTables, type ResidentVectors } from './resident-vectors.js';
import { conditionOf, withIds } from './sql-conditions.js';
import { buildScalarIndexes } from './table-upkeep.js';

const INDEX = 'vector_idx';
const DISTANCE = '_distance';

const FLOAT_BYTES = 4;

/**
 * Bits that the index keeps of each number, partitions that a search reads, and exact distances that it computes per
 * wanted hit. At 1M chunks, one bit with a factor of 10 has a recall@10 of .968, and three bits with a factor of 2 have
 * one of 1.000. Most of the time goes into reading exact vectors. An index that has grown needs more partitions than a new
 * one: its centroids are those of the smaller table.
 */
const BITS = 3;
const PROBES = 100;
const REFINE_FACTOR = 3;

/** Cosine similarity: exact up to some ten thousand candidates, by an inverted file with RaBitQ codes above. */
export class LanceVectorIndex extends LanceChunkIndex<EmbeddedChunk> implements VectorIndex {
  protected override readonly kind = 'vectors';
  private readonly shapes = new PerTableVersion(shapeOf);
  private readonly resident = new ResidentTables(this.store);

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]> {
    return abortable(options.signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const { dimensions, rows } = await this.shapes.of(opened);
        checkVector(vector, dimensions ?? vector.length);
        if (dimensions === null) return [];
        const where = conditionOf(options);
        const resident = await this.resident.of(opened, rows * dimensions * FLOAT_BYTES);
        const exact =
          options.chunkIds !== undefined || (await this.candidates(opened, where)) <= this.store.exactScanRows;
        const request = { table: opened.table, vector, where, exact };
        const fetch = resident ? await fromMemory(resident, request) : fromDisk(request);
        const hits = await takeRanked(options.limit, fetch);
        return this.placed(opened, hits);
      }),
    );
  }

  async scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, async (opened) => {
        const { dimensions } = await this.shapes.of(opened);
        checkVector(vector, dimensions ?? vector.length);
        if (dimensions === null || chunkIds.length === 0) return new Map();
        const resident = this.resident.peek(opened);
        const request = { table: opened.table, vector, where: withIds(chunkIds), exact: true };
        const hits = resident?.scoresOf(vector, chunkIds) ?? (await fromDisk(request)(chunkIds.length));
        return new Map(hits.map(({ chunkId, score }) => [chunkId, score]));
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
        const answer = await rowsWithIds(opened.table, chunkIds, 'vector');
        return new Map(
          columnsOf<[string, Iterable<number>]>(answer, 'id', 'vector').map(([id, vector]) => [
            id,
            Float32Array.from(vector),
          ]),
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
    await dropFormerColumns(table);
    const expected = await dimensionsOf(table);
    const received = firstDimensions(documents);
    if (received === null) return table;
    if (expected === null) {
      // The first documents held no text, so the table could not know how long its vectors are. It holds no rows.
      const valueSql = `arrow_cast(NULL, 'FixedSizeList(${received}, Float32)')`;
      await table.addColumns([{ name: 'vector', valueSql }]);
      return table;
    }
    checkDimensions(received, expected);
    return table;
  }

  protected override rowIdOf(opened: OpenedTable, chunkId: string): number | undefined {
    return this.resident.peek(opened)?.rowIdOf(chunkId);
  }

  protected override async maintain(table: Table, keepMs?: number): Promise<void> {
    await super.maintain(table, keepMs);
    await buildScalarIndexes(table, this.store.exactScanRows);
    if ((await table.countRows()) <= this.store.exactScanRows || (await table.indexStats(INDEX))) return;
    await table.createIndex('vector', { name: INDEX, config: Index.ivfRq({ distanceType: 'cosine', numBits: BITS }) });
  }

  /** How many chunks a search would have to compare. */
  private async candidates(opened: OpenedTable, where: string | null): Promise<number> {
    const { rows } = await this.shapes.of(opened);
    return where === null || rows <= this.store.exactScanRows ? rows : opened.table.countRows(where);
  }
}

/** So that new rows fit beside those of a former version. Lance takes a column out of its description, and rewrites nothing. */
async function dropFormerColumns(table: Table): Promise<void> {
  const { fields } = await table.schema();
  const former = FORMER_COLUMNS.filter((name) => fields.some((field) => field.name === name));
  if (former.length > 0) await table.dropColumns(former);
}

interface TableShape {
  readonly dimensions: number | null;
  readonly rows: number;
}

async function shapeOf(table: Table): Promise<TableShape> {
  return { dimensions: await dimensionsOf(table), rows: await table.countRows() };
}

interface VectorRequest {
  readonly table: Table;
  readonly vector: Float32Array;
  /** Filter and ids as a condition. */
  readonly where: string | null;
  /** Whether every chunk that may be found is compared. */
  readonly exact: boolean;
}

/** @returns the best rows, best first, at most `count` */
type FetchNearest = (count: number) => Promise<readonly RowHit[]>;

/** Lance says which rows may be found, or are near; how near they are is computed from the vectors in memory. */
async function fromMemory(resident: ResidentVectors, request: VectorRequest): Promise<FetchNearest> {
  const { table, vector, where, exact } = request;
  if (!exact) {
    return async (count) => {
      // Ids of a thousand rows take longer to read than the rows to find, and memory knows them.
      const near = approximate(nearestRows(request, count * REFINE_FACTOR, [ROW_ID, DISTANCE]));
      const answer = await near.toArrow();
      return resident.nearest(vector, count, answer.numRows === 0 ? [] : [...rowIdsOf(answer)]);
    };
  }
  if (where === null) return (count) => resident.nearest(vector, count);
  const answer = await table.query().where(where).withRowId().select([ROW_ID]).toArrow();
  const among = answer.numRows === 0 ? [] : [...rowIdsOf(answer)];
  return (count) => resident.nearest(vector, count, among);
}

function fromDisk(request: VectorRequest): FetchNearest {
  return (count) => {
    const nearest = nearestRows(request, count, ['id', ROW_ID, DISTANCE]);
    return hitsNear(request.exact ? nearest.bypassVectorIndex() : approximate(nearest).refineFactor(REFINE_FACTOR));
  };
}

function nearestRows({ table, vector, where }: VectorRequest, count: number, columns: string[]): VectorQuery {
  const nearest = table.vectorSearch(vector).distanceType('cosine').withRowId().select(columns).limit(count);
  return where === null ? nearest : nearest.where(where);
}

async function hitsNear(nearest: VectorQuery): Promise<RowHit[]> {
  return hitsOf(await nearest.toArrow(), DISTANCE, cosineOf);
}

/** The rows of these chunks that are there, in any order. */
function rowsWithIds(table: Table, chunkIds: readonly string[], ...columns: string[]): Promise<Rows> {
  return table
    .query()
    .where(withIds(chunkIds))
    .select(['id', ...columns])
    .toArrow();
}

function approximate(query: VectorQuery): VectorQuery {
  return query.nprobes(PROBES);
}

/** Lance's cosine distance is 1 − cosine; rounding may pass the ends. */
function cosineOf(distance: number): number {
  return Math.min(1, Math.max(-1, 1 - distance));
}

function firstDimensions(documents: readonly DocumentChunks<EmbeddedChunk>[]): number | null {
  return documents.find(({ chunks }) => chunks.length > 0)?.chunks[0]?.vector.length ?? null;
}
