import type { Chunk } from '@arbiter/ports';
import type { Table as Rows } from 'apache-arrow';
import { CHUNK_COLUMNS, chunksOf } from './chunk-rows.js';
import { withIds } from './sql-conditions.js';
import type { OpenedTable } from './table-version.js';

/** Chunks that are kept, over all collections: about 2 kB each. */
const MAX_CHUNKS = 20_000;

/** Places that are kept: about 100 bytes each. */
const MAX_PLACES = 50_000;

/**
 * Chunks by their ids, those used last, and the rows in which a search has seen chunks. Lance needs 5 ms of processor
 * time to read a hundred rows of texts that were written anywhere, the arrays and objects of a row another 3, and 2 more
 * to find the rows by their ids.
 */
export class ChunkCache {
  private readonly chunks = new Map<string, Chunk>();
  private readonly places = new Map<string, number>();

  /** Remembers where a chunk stands in this version of the table. */
  place(opened: OpenedTable, chunkId: string, rowId: number): void {
    putLast(this.places, keyOf(opened, chunkId), rowId, MAX_PLACES);
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
      if (chunk) {
        found.set(id, chunk);
        putLast(this.chunks, key, chunk, MAX_CHUNKS);
      } else if (rowId === undefined) unplaced.push(id);
      else rowIds.push(rowId);
    }
    const { table } = opened;
    const answers = await Promise.all([
      ...(rowIds.length > 0 ? [table.takeRowIds(rowIds).select(CHUNK_COLUMNS).toArrow()] : []),
      ...(unplaced.length > 0 ? [table.query().where(withIds(unplaced)).select(CHUNK_COLUMNS).toArrow()] : []),
    ]);
    for (const chunk of answers.flatMap((answer: Rows) => [...chunksOf(answer)])) {
      found.set(chunk.id, chunk);
      putLast(this.chunks, keyOf(opened, chunk.id), chunk, MAX_CHUNKS);
    }
    return found;
  }
}

/** A map keeps the order of insertion: what was used last goes to the end, and what was used longest ago goes. */
function putLast<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  // The first key stands behind all that was deleted before it: it is looked for only where one must go.
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

function keyOf({ collection, version }: OpenedTable, chunkId: string): string {
  return `${collection}/${version}/${chunkId}`;
}
