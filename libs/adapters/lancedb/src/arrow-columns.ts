import type { ChunkHit } from '@arbiter/ports';
import type { Table } from '@lancedb/lancedb';
import { DataType, type Field, type RecordBatch, type Table as Rows, type Vector } from 'apache-arrow';

/** How Lance names what is no column of the table. */
export const ROW_ID = '_rowid';

/** What Lance answers with: a whole table, or one batch of a stream. */
export type Answer = Rows | RecordBatch;

/** @throws RangeError for a column that was not asked for */
export function columnOf(answer: Answer, name: string): Vector {
  const column = answer.getChild(name);
  if (!column) throw new RangeError(`the answer has no column "${name}"`);
  return column;
}

/** Row ids are a fragment and a place in it, far below 2⁵³. */
export function rowIdsOf(answer: Answer): Float64Array {
  return Float64Array.from(columnOf(answer, ROW_ID) as Iterable<bigint>, Number);
}

/** A chunk that was found, and where it stands in this version of the table. */
export interface RowHit extends ChunkHit {
  readonly rowId: number;
}

/**
 * Hits of an answer with row ids and the column `id`.
 *
 * @param column what Lance measured
 * @param toScore makes a score of it
 * @returns in the order of the answer
 */
export function hitsOf(answer: Rows, column: string, toScore: (measured: number) => number): RowHit[] {
  // An answer without rows has no columns either.
  if (answer.numRows === 0) return [];
  const [ids, measured] = [columnOf(answer, 'id'), columnOf(answer, column)];
  return [...rowIdsOf(answer)].map((rowId, row) => ({
    rowId,
    chunkId: ids.get(row) as string,
    score: toScore(measured.get(row) as number),
  }));
}

/**
 * Values of some columns, row by row. Arrow's own rows are proxies that look each field up by name: a hundred of them
 * with token vectors take 15 ms to read.
 */
export function columnsOf<Values extends readonly unknown[]>(answer: Rows, ...names: string[]): Values[] {
  if (answer.numRows === 0) return [];
  const columns = names.map((name) => columnOf(answer, name));
  // The caller names the types of the columns that it asked for.
  return Array.from({ length: answer.numRows }, (_, row) =>
    columns.map((column) => column.get(row) as unknown),
  ) as unknown as Values[];
}

export function* textsOf(answer: Answer, name: string): Generator<string> {
  for (const text of columnOf(answer, name)) yield text as string;
}

/** The numbers of the column `vector`, row after row, in blocks as they lie in memory. */
export function vectorBlocksOf(answer: Answer): Float32Array[] {
  return columnOf(answer, 'vector').data.flatMap(({ offset, length, stride, children }) => {
    const [child] = children;
    if (!child) return [];
    const values = child.values as Float32Array;
    return [values.subarray(offset * stride, (offset + length) * stride)];
  });
}

/** @returns null for a table that no vector was written to yet */
export async function dimensionsOf(table: Table): Promise<number | null> {
  const field: Field | undefined = (await table.schema()).fields.find(({ name }) => name === 'vector');
  // Not `instanceof`: Lance loads Arrow as CommonJS, and has classes of its own.
  return field && DataType.isFixedSizeList(field.type) ? field.type.listSize : null;
}
