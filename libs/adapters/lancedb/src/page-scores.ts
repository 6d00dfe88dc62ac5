import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageHit } from '@arbiter/ports';
import { maxSims, poolVectors, VectorMatrix } from '@arbiter/vectors';
import type { Table } from '@lancedb/lancedb';
import { columnsOf, ROW_ID, rowIdsOf } from './arrow-columns.js';
import type { OpenedTable } from './lance-tables.js';
import { MOST_POOLED, vectorsOf } from './page-rows.js';

const FLOAT_BYTES = 4;

/** Vectors that are read and compared before others get their turn: some milliseconds for a query of twenty. */
const BYTES_PER_TURN = 8 * 1_048_576;

/** A page of a table. */
export interface PageRow {
  readonly rowId: number;
  /** How many vectors it has. */
  readonly count: number;
}

/** Exact scores of pages, whose vectors are read in slices, so that memory does not grow with their number. */
export async function scorePages(
  table: Table,
  query: readonly Float32Array[],
  rows: readonly PageRow[],
  signal: AbortSignal,
): Promise<PageHit[]> {
  const dimensions = query[0]?.length ?? 0;
  // In the order of the table, which takes half of the time to read.
  const ordered = rows.toSorted((a, b) => a.rowId - b.rowId);
  const slices = slicesOf(ordered, dimensions);
  const most = Math.max(0, ...slices.map((slice) => slice.reduce((sum, { count }) => sum + count, 0)));
  const matrix = new VectorMatrix(most, dimensions);
  const hits: PageHit[] = [];
  for (const slice of slices) {
    signal.throwIfAborted();
    const ids = slice.map(({ rowId }) => rowId);
    const answer = await table.takeRowIds(ids).select(['document_id', 'page', 'vectors']).toArrow();
    const ends = fill(matrix, vectorsOf(answer, 'vectors'));
    const scores = maxSims(matrix, query, ends, 0, ends.length);
    for (const [i, [documentId, page]] of columnsOf<[string, number]>(answer, 'document_id', 'page').entries())
      hits.push({ documentId, page, score: Math.min(1, Math.max(-1, scores[i] ?? 0)) });
  }
  return hits;
}

/** @returns the end of each page in the matrix, from its first row on */
function fill(matrix: VectorMatrix, pages: Iterable<Float32Array>, ends: number[] = []): number[] {
  for (const vectors of pages) {
    const from = ends.at(-1) ?? 0;
    matrix.set(from, vectors);
    ends.push(from + vectors.length / matrix.dimensions);
  }
  return ends;
}

function slicesOf(rows: readonly PageRow[], dimensions: number): PageRow[][] {
  const slices: PageRow[][] = [];
  let vectors = Infinity;
  for (const row of rows) {
    if ((vectors + row.count) * dimensions * FLOAT_BYTES > BYTES_PER_TURN) {
      slices.push([]);
      vectors = 0;
    }
    slices.at(-1)?.push(row);
    vectors += row.count;
  }
  return slices;
}

/** The pooled vectors of a table's pages, in memory: candidates are found without reading all vectors of all pages. */
export class PooledPages {
  private constructor(
    private readonly matrix: VectorMatrix,
    private readonly ends: readonly number[],
    private readonly rows: readonly PageRow[],
  ) {}

  get bytes(): number {
    return this.matrix.rows * this.matrix.dimensions * FLOAT_BYTES;
  }

  /** @param maxBytes of the vectors: where all of them take more, there are fewer of each page, but one at least */
  static async load(table: Table, dimensions: number, maxBytes: number): Promise<PooledPages> {
    const pages = await table.countRows();
    const most = Math.max(1, Math.min(MOST_POOLED, Math.floor(maxBytes / (pages * dimensions * FLOAT_BYTES))));
    const matrix = new VectorMatrix(pages * most, dimensions);
    const ends: number[] = [];
    const rows: PageRow[] = [];
    for await (const batch of table.query().withRowId().select(['vector_count', 'pooled'])) {
      const pooled = [...vectorsOf(batch, 'pooled')].map((vectors) => poolVectors(vectors, dimensions, most));
      fill(matrix, pooled, ends);
      const rowIds = rowIdsOf(batch);
      for (const [i, count] of [...(batch.getChild('vector_count') ?? [])].entries())
        rows.push({ rowId: rowIds[i] ?? 0, count: count as number });
    }
    return new PooledPages(matrix, ends, rows);
  }

  /**
   * @param among rows that may be found; null for all
   * @returns those that fit best, at most `count`
   */
  async nearest(
    query: readonly Float32Array[],
    count: number,
    among: ReadonlySet<number> | null,
    signal: AbortSignal,
  ): Promise<PageRow[]> {
    const found: { readonly row: PageRow; readonly score: number }[] = [];
    const perTurn = Math.max(1, Math.floor(BYTES_PER_TURN / (MOST_POOLED * this.matrix.dimensions * FLOAT_BYTES)));
    for (let from = 0; from < this.rows.length; from += perTurn) {
      if (from > 0) await nextTurn();
      signal.throwIfAborted();
      const scores = maxSims(this.matrix, query, this.ends, from, Math.min(from + perTurn, this.rows.length));
      for (const [i, score] of scores.entries()) {
        const row = this.rows[from + i];
        if (row && (among?.has(row.rowId) ?? true)) found.push({ row, score });
      }
    }
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ row }) => row);
  }
}

/** The pooled vectors of the tables that were searched last, as many as fit. */
export class PooledTables {
  private readonly kept = new Map<string, { readonly version: string; readonly pages: Promise<PooledPages> }>();
  private readonly bytes = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  async of({ collection, table, version }: OpenedTable, dimensions: number): Promise<PooledPages> {
    const known = this.kept.get(collection);
    const pages = known?.version === version ? known.pages : PooledPages.load(table, dimensions, this.maxBytes);
    this.kept.delete(collection);
    this.kept.set(collection, { version, pages });
    // What failed is tried again by the next search; this one's caller learns of it.
    pages.catch(() => this.kept.delete(collection));
    this.bytes.set(collection, (await pages).bytes);
    this.makeRoom();
    return pages;
  }

  /** Lets go of those whose last search is longest ago. */
  private makeRoom(): void {
    const sum = () => [...this.kept.keys()].reduce((bytes, name) => bytes + (this.bytes.get(name) ?? 0), 0);
    while (this.kept.size > 1 && sum() > this.maxBytes) {
      const [oldest = ''] = this.kept.keys();
      this.kept.delete(oldest);
      this.bytes.delete(oldest);
    }
  }
}

/** The rows that pass a condition. */
export async function pagesWhere(table: Table, where: string | null): Promise<PageRow[]> {
  const query = table.query().withRowId().select([ROW_ID, 'vector_count']);
  const answer = await (where === null ? query : query.where(where)).toArrow();
  if (answer.numRows === 0) return [];
  const rowIds = rowIdsOf(answer);
  return columnsOf<[number]>(answer, 'vector_count').map(([count], i) => ({ rowId: rowIds[i] ?? 0, count }));
}
