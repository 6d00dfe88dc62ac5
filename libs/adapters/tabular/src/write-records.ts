import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ParsedDocumentBuilder, singleLine } from '@arbiter/adapter-kit/documents';

/** Field names under which data sets keep the title of a record, the most telling first. */
const TITLE_NAMES = ['title', 'name', 'headline', 'heading', 'subject', 'label', 'term', 'question', 'id'];
/** Longer values are texts, not names. */
const MAX_TITLE = 120;

/** Records whose mean is longer than this many characters (about a chunk) are articles, not rows. */
const ARTICLE_LENGTH = 800;
/** Values longer than this, and values of several paragraphs, are prose. */
const PROSE_LENGTH = 200;
/** Records written before other work of the process gets a turn. */
const RECORDS_PER_TURN = 5_000;

const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** A value with the name of its column, or the path of keys that leads to it ("address city"). */
export interface Field {
  /** Empty where the source has no name. */
  readonly name: string;
  /** As it was written; a number keeps its digits. Not empty. */
  readonly value: string;
}

/** A row of a table or an object of a list, without its empty values. */
export type TabularRecord = readonly Field[];

/** The title of a record; undefined when none of its fields holds one. */
export function titleOf(record: TabularRecord): string | undefined {
  for (const wanted of TITLE_NAMES) {
    const field = record.find(({ name }) => name.toLowerCase() === wanted);
    if (field && field.value.length <= MAX_TITLE && /[\p{L}\p{N}]/u.test(field.value)) return field.value;
  }
  return undefined;
}

function fieldText({ name, value }: Field): string {
  return name === '' ? value : `${name}: ${value}`;
}

interface WriteRecordsOptions {
  /** Level of the headings of records that are articles, from 1. */
  readonly level: number;
  readonly signal: AbortSignal;
}

/**
 * Writes records so that each can be found and quoted on its own: a short one as a row that carries the names of its
 * columns ("Name: Mira; Role: keeper"), as tables of pages do. A passage of rows under one head line would be shorter, but
 * only its head would explain the values. A quoted row would mean nothing. Long records, such as the articles of an
 * export, become a section each, under their title.
 */
export async function writeRecords(
  builder: ParsedDocumentBuilder,
  records: readonly TabularRecord[],
  { level, signal }: WriteRecordsOptions,
): Promise<void> {
  const length = records.reduce((sum, record) => sum + lengthOf(record), 0);
  const areArticles = length > ARTICLE_LENGTH * records.length;
  for (const [index, record] of records.entries()) {
    if (index % RECORDS_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    if (!areArticles) {
      builder.append('table_row', record.map((field) => singleLine(fieldText(field))).join('; '));
      continue;
    }
    builder.heading(titleOf(record) ?? `Record ${index + 1}`, level);
    writeFields(builder, record);
  }
}

/** Writes the fields of one record under each other, prose in paragraphs. */
export function writeFields(builder: ParsedDocumentBuilder, fields: readonly Field[]): void {
  for (const field of fields) {
    const text = fieldText(field);
    if (!isProse(field.value)) {
      builder.append('list_item', singleLine(text));
      continue;
    }
    for (const paragraph of text.replace(/\r\n?/g, '\n').split(PARAGRAPH_BREAK)) builder.append('paragraph', paragraph);
  }
}

function isProse(value: string): boolean {
  return value.length > PROSE_LENGTH || PARAGRAPH_BREAK.test(value.trim());
}

function lengthOf(record: TabularRecord): number {
  return record.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0);
}
