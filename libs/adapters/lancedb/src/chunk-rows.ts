import { type AnalysedChunk, type Chunk, type EmbeddedChunk, factsOf } from '@arbiter/ports';
import {
  Field,
  FixedSizeList,
  Float32,
  Int32,
  List,
  makeData,
  makeVector,
  Schema,
  Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { type Answer, columnOf } from './arrow-columns.js';

/** What a search needs to rebuild a chunk; the columns that only serve to find it stay on disk. */
export const CHUNK_COLUMNS = [
  'id',
  'document_id',
  'ordinal',
  'text',
  'start',
  'end',
  'title',
  'source',
  'section',
  'page',
  'metadata',
];

const UTF8 = new Utf8();
const INT32 = new Int32();
export const TEXTS = new List(new Field('item', UTF8, true));

const CHUNK_FIELDS = [
  new Field('id', UTF8, false),
  new Field('document_id', UTF8, false),
  new Field('ordinal', INT32, false),
  new Field('text', UTF8, false),
  new Field('start', INT32, false),
  new Field('end', INT32, false),
  new Field('title', UTF8, false),
  new Field('source', UTF8, false),
  new Field('section', TEXTS, false),
  new Field('page', INT32, true),
  new Field('metadata', UTF8, false),
  new Field('facts', TEXTS, false),
];

/** What tables of former versions have beside these: the vectors of single tokens. */
export const FORMER_COLUMNS = ['tokens', 'token_dimensions'];

export const KEYWORD_SCHEMA = new Schema([...CHUNK_FIELDS, new Field('terms', UTF8, false)]);

/** @param dimensions null before the first vector has come: then there is no column for them yet */
export function vectorSchema(dimensions: number | null): Schema {
  if (dimensions === null) return new Schema(CHUNK_FIELDS);
  return new Schema([...CHUNK_FIELDS, new Field('vector', vectorType(dimensions), false)]);
}

/** Rows of the keyword table. */
export function keywordRows(chunks: readonly AnalysedChunk[]): Table {
  return tableOf(KEYWORD_SCHEMA, { ...chunkColumns(chunks), terms: texts(chunks.map(({ terms }) => terms.join(' '))) });
}

/**
 * Rows of the vector table, the vectors as one block of memory.
 *
 * @param chunks at least one; all vectors have the same length
 */
export function vectorRows(chunks: readonly EmbeddedChunk[]): Table {
  const dimensions = chunks[0]?.vector.length ?? 0;
  const numbers = new Float32Array(chunks.length * dimensions);
  for (const [i, { vector }] of chunks.entries()) numbers.set(vector, i * dimensions);
  const type = vectorType(dimensions);
  const child = makeData({ type: new Float32(), length: numbers.length, nullCount: 0, data: numbers });
  const vector = makeVector(makeData({ type, length: chunks.length, nullCount: 0, child }));
  return tableOf(vectorSchema(dimensions), { ...chunkColumns(chunks), vector });
}

/**
 * The chunks of an answer with {@link CHUNK_COLUMNS}, as they were written, field by field. Columns are read
 * one after the other: Arrow's rows are proxies that look each field up by name.
 */
export function* chunksOf(answer: Answer): Generator<Chunk> {
  // An answer without rows has no columns either.
  if (answer.numRows === 0) return;
  const column = (name: string): Vector => columnOf(answer, name);
  const [id, documentId, text, title] = [column('id'), column('document_id'), column('text'), column('title')];
  const [ordinal, start, end, page] = [column('ordinal'), column('start'), column('end'), column('page')];
  const [source, section, metadata] = [column('source'), column('section'), column('metadata')];
  for (let row = 0; row < answer.numRows; row += 1) {
    yield {
      id: id.get(row) as string,
      documentId: documentId.get(row) as string,
      ordinal: ordinal.get(row) as number,
      text: text.get(row) as string,
      start: start.get(row) as number,
      end: end.get(row) as number,
      title: title.get(row) as string,
      source: source.get(row) as string,
      section: [...(section.get(row) as Iterable<string>)],
      page: page.get(row) as number | null,
      metadata: JSON.parse(metadata.get(row) as string) as Chunk['metadata'],
    };
  }
}

function chunkColumns(chunks: readonly Chunk[]): Record<string, Vector> {
  return {
    id: texts(chunks.map(({ id }) => id)),
    document_id: texts(chunks.map(({ documentId }) => documentId)),
    ordinal: vectorFromArray(
      chunks.map(({ ordinal }) => ordinal),
      INT32,
    ),
    text: texts(chunks.map(({ text }) => text)),
    start: vectorFromArray(
      chunks.map(({ start }) => start),
      INT32,
    ),
    end: vectorFromArray(
      chunks.map(({ end }) => end),
      INT32,
    ),
    title: texts(chunks.map(({ title }) => title)),
    source: texts(chunks.map(({ source }) => source)),
    section: vectorFromArray(
      chunks.map(({ section }) => section),
      TEXTS,
    ),
    page: vectorFromArray(
      chunks.map(({ page }) => page),
      INT32,
    ),
    metadata: texts(chunks.map(({ metadata }) => JSON.stringify(metadata))),
    facts: vectorFromArray(
      chunks.map(({ metadata }) => factsOf(metadata)),
      TEXTS,
    ),
  };
}

export function tableOf(schema: Schema, columns: Record<string, Vector>): Table {
  return new Table(schema, columns);
}

export function texts(values: readonly string[]): Vector {
  return vectorFromArray(values, UTF8);
}

export function vectorType(dimensions: number): FixedSizeList<Float32> {
  return new FixedSizeList(dimensions, new Field('item', new Float32(), true));
}
