import { LruCache } from '@arbiter/adapter-kit/retrieval';
import type { Chunk } from '@arbiter/ports';
import type { Table as Rows } from 'apache-arrow';
import type { RowHit } from './arrow-columns.js';
import { CHUNK_COLUMNS, chunksOf } from './chunk-rows.js';
import type { OpenedTable } from './lance-tables.js';
import { withIds } from './sql-conditions.js';

/** What a chunk and a place take, about. */
const CHUNK_BYTES = 2_000;
const PLACE_BYTES = 100;

/** Kept over all collections: 20,000 chunks, 50,000 places. */
const MAX_CHUNK_BYTES = 20_000 * CHUNK_BYTES;
const MAX_PLACE_BYTES = 50_000 * PLACE_BYTES;

/**
 * Keeps the chunks used last by their ids, and the rows in which a search has seen chunks. Lance needs 5 ms of processor
 * time to read a hundred rows of scattered texts. Their arrays and objects take another 3 ms, and finding the rows by
 * their ids 2 ms more.
 */
export class ChunkCache {
  private readonly chunks = new LruCache<Chunk>(MAX_CHUNK_BYTES);
  private readonly places = new LruCache<number>(MAX_PLACE_BYTES);

  /** Remembers where hits stand in this version of the table. */
  place(opened: OpenedTable, hits: readonly RowHit[]): void {
    for (const { chunkId, rowId } of hits) this.places.set(keyOf(opened, chunkId), rowId, PLACE_BYTES);
  }

  /**
   * @param rowIdOf the row of a chunk in this version of the table, where that is known without asking
   * @returns by chunk id; all that are there
   */
  async of(
    opened: OpenedTable,
    chunkIds: readonly string[],
    rowIdOf: (chunkId: string) => number | undefined,
  ): Promise<ReadonlyMap<string, Chunk>> {
    const found = new Map<string, Chunk>();
    const rowIds: number[] = [];
    const unplaced: string[] = [];
    for (const id of new Set(chunkIds)) {
      const key = keyOf(opened, id);
      const chunk = this.chunks.get(key);
      const rowId = chunk ? undefined : (rowIdOf(id) ?? this.places.get(key));
      if (chunk) found.set(id, chunk);
      else if (rowId === undefined) unplaced.push(id);
      else rowIds.push(rowId);
    }
    const { table } = opened;
    const answers = await Promise.all([
      ...(rowIds.length > 0 ? [table.takeRowIds(rowIds).select(CHUNK_COLUMNS).toArrow()] : []),
      ...(unplaced.length > 0 ? [table.query().where(withIds(unplaced)).select(CHUNK_COLUMNS).toArrow()] : []),
    ]);
    for (const chunk of answers.flatMap((answer: Rows) => [...chunksOf(answer)])) {
      found.set(chunk.id, chunk);
      this.chunks.set(keyOf(opened, chunk.id), chunk, CHUNK_BYTES);
    }
    return found;
  }
}

function keyOf({ collection, version }: OpenedTable, chunkId: string): string {
  return `${collection}/${version}/${chunkId}`;
}
