import type { Chunk } from '@arbiter/ports';
import { CHUNK_COLUMNS, chunksOf } from './chunk-rows.js';
import type { OpenedTable } from './table-version.js';

/** Chunks that are kept, over all collections: about 2 kB each. */
const MAX_CHUNKS = 20_000;

/**
 * Chunks by their rows, those used last. Lance needs 5 ms of processor time to read a hundred rows of texts that were
 * written anywhere, and the arrays and objects of a row another 3: more than to find them.
 */
export class ChunkCache {
  private readonly chunks = new Map<string, Chunk>();

  /**
   * @param rowIds as Lance numbers them in this version of the table
   * @returns by row id; all that are there
   */
  async at(opened: OpenedTable, rowIds: readonly number[]): Promise<ReadonlyMap<number, Chunk>> {
    const found = new Map<number, Chunk>();
    const missing: number[] = [];
    for (const rowId of rowIds) {
      const key = keyOf(opened, rowId);
      const chunk = this.chunks.get(key);
      if (!chunk) {
        missing.push(rowId);
        continue;
      }
      found.set(rowId, chunk);
      // A map keeps the order of insertion: what was used last goes to the end.
      this.chunks.delete(key);
      this.chunks.set(key, chunk);
    }
    if (missing.length > 0) await this.fetch(opened, missing, found);
    return found;
  }

  private async fetch(opened: OpenedTable, rowIds: readonly number[], found: Map<number, Chunk>): Promise<void> {
    const rows = await opened.table
      .takeRowIds([...rowIds])
      .withRowId()
      .select(CHUNK_COLUMNS)
      .toArrow();
    for (const [rowId, chunk] of chunksOf(rows)) {
      found.set(rowId, chunk);
      this.chunks.set(keyOf(opened, rowId), chunk);
    }
    for (const key of this.chunks.keys()) {
      if (this.chunks.size <= MAX_CHUNKS) break;
      this.chunks.delete(key);
    }
  }
}

function keyOf({ collection, version }: OpenedTable, rowId: number): string {
  return `${collection}/${version}/${rowId}`;
}
