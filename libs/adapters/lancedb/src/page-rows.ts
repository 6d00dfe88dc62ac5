import { type EmbeddedPage, factsOf } from '@arbiter/ports';
import { poolVectors } from '@arbiter/vectors';
import type { Table } from '@lancedb/lancedb';
import {
  DataType,
  Field,
  Float32,
  Int32,
  List,
  makeData,
  makeVector,
  Schema,
  type Table as Rows,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { type Answer, columnOf } from './arrow-columns.js';
import { tableOf, texts, TEXTS, vectorType } from './chunk-rows.js';

/** Vectors that candidates of a page are found by; as many as in Qdrant, so that both find the same. */
export const MOST_POOLED = 32;

/** Columns with several vectors for each row. */
export type VectorsColumn = 'vectors' | 'pooled';

export function pageSchema(dimensions: number): Schema {
  return new Schema([
    new Field('id', new Utf8(), false),
    new Field('document_id', new Utf8(), false),
    new Field('page', new Int32(), false),
    // How many `vectors` there are, so that reads of bounded size can be planned.
    new Field('vector_count', new Int32(), false),
    new Field('vectors', listType(dimensions), false),
    new Field('pooled', listType(dimensions), false),
    new Field('facts', TEXTS, false),
  ]);
}

/** @param pages at least one */
export function pageRows(pages: readonly EmbeddedPage[], dimensions: number): Rows {
  const all = pages.map(({ vectors }) => vectors);
  const integers = (values: number[]): Vector => vectorFromArray(values, new Int32());
  return tableOf(pageSchema(dimensions), {
    id: texts(pages.map(({ documentId, page }) => `${page}\n${documentId}`)),
    document_id: texts(pages.map(({ documentId }) => documentId)),
    page: integers(pages.map(({ page }) => page)),
    vector_count: integers(all.map(({ length }) => length / dimensions)),
    vectors: listsOf(all, dimensions),
    pooled: listsOf(
      all.map((vectors) => poolVectors(vectors, dimensions, MOST_POOLED)),
      dimensions,
    ),
    facts: vectorFromArray(
      pages.map(({ metadata }) => factsOf(metadata)),
      TEXTS,
    ),
  });
}

/** The numbers of each row, in order, as they lie in memory. */
export function* vectorsOf(answer: Answer, column: VectorsColumn): Generator<Float32Array> {
  if (answer.numRows === 0) return;
  for (const { length, valueOffsets, children } of columnOf(answer, column).data) {
    const [vectors] = children;
    const [numbers] = vectors?.children ?? [];
    if (!vectors || !numbers) continue;
    const offsets = valueOffsets as Int32Array;
    for (let row = 0; row < length; row += 1)
      yield (numbers.values as Float32Array).subarray(
        (offsets[row] ?? 0) * vectors.stride,
        (offsets[row + 1] ?? 0) * vectors.stride,
      );
  }
}

export async function pageDimensionsOf(table: Table): Promise<number> {
  const { fields } = await table.schema();
  const type = fields.find(({ name }) => name === 'vectors')?.type as DataType | undefined;
  const inner: DataType | undefined = DataType.isList(type) ? (type.children[0]?.type as DataType) : undefined;
  if (!DataType.isFixedSizeList(inner)) throw new RangeError('a table of pages has no column of their vectors');
  return inner.listSize;
}

function listType(dimensions: number): List {
  return new List(new Field('item', vectorType(dimensions), true));
}

/** A list of vectors for each row, their numbers as one block of memory. */
function listsOf(rows: readonly Float32Array[], dimensions: number): Vector {
  const numbers = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
  const valueOffsets = new Int32Array(rows.length + 1);
  let at = 0;
  for (const [row, vectors] of rows.entries()) {
    numbers.set(vectors, at);
    at += vectors.length;
    valueOffsets[row + 1] = at / dimensions;
  }
  const items = makeData({ type: new Float32(), length: numbers.length, nullCount: 0, data: numbers });
  const length = numbers.length / dimensions;
  const child = makeData({ type: vectorType(dimensions), length, nullCount: 0, child: items });
  return makeVector(makeData({ type: listType(dimensions), length: rows.length, nullCount: 0, valueOffsets, child }));
}
