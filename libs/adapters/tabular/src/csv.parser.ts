import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { detect } from 'chardet';
import Papa from 'papaparse';
import { type TabularRecord, writeRecords } from './write-records.js';

/** Cells of one row; the widest exports have some thousand. A line of nothing but commas costs memory for each. */
const MAX_COLUMNS = 20_000;

/** The first line with which Excel tells its own delimiter. */
const DELIMITER_LINE = /^sep=([,;|\t])\r?\n/i;

/** Cells that only values have: numbers with their signs and units, dates, addresses of pages. */
const VALUE =
  /^(?:[-+]?[$€£]?\s?\d[\d.,\s]*(?:[%a-z]{0,3})?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|https?:\/\/.*|true|false)$/i;
/** Columns of a series are named by years. */
const YEAR = /^(?:1[5-9]|2[01])\d\d$/;
/** Longer cells are texts. */
const MAX_NAME = 100;

/**
 * Reads tables of values, whatever sets them apart (comma, semicolon, tab or bar, found from the first rows). Each row is
 * a block that carries the names of its columns; a line break within quotes is a space, or in long texts a line break.
 */
export class CsvParser implements DocumentParser {
  readonly name = 'csv';
  readonly mediaType = 'text/csv';
  readonly extensions = ['.csv', '.tsv', '.tab'];
  readonly otherMediaTypes = { 'text/tab-separated-values': '.tsv' };

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, encoding, warning } = decodeText({ bytes, name }, detect);
    await nextTurn();
    signal.throwIfAborted();

    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    const told = DELIMITER_LINE.exec(text);
    const table = told ? text.slice(told[0].length) : text;
    const { rows, unclosed } = readRows(table, told?.[1] ?? delimiterByName(name, table), name);
    if (unclosed) builder.warn('A quotation mark is opened and never closed; rows after it may have become one cell.');
    const { preamble, header, body } = findHeader(rows);
    for (const line of preamble) builder.append('paragraph', line);
    await writeRecords(
      builder,
      body.map((row) => recordOf(row, header)),
      { level: 1, signal },
    );
    return builder.build({
      metadata: {
        encoding,
        rows: body.length,
        ...(header && { columns: header.map((column) => column.normalize('NFC')) }),
      },
    });
  }
}

/** What the ending promises, if the first line holds it; empty for what is found from the rows. */
function delimiterByName(name: string, text: string): string {
  return /\.(?:tsv|tab)$/i.test(name) && /^[^\n]*\t/.test(text) ? '\t' : '';
}

function readRows(text: string, delimiter: string, name: string): { rows: string[][]; unclosed: boolean } {
  requireNarrowLines(text, name);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
  return { rows: data, unclosed: errors.some(({ code }) => code === 'MissingQuotes') };
}

/** Counts in one pass before any cell is made. */
function requireNarrowLines(text: string, name: string): void {
  let delimiters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d) delimiters = 0;
    else if (unit === 0x2c || unit === 0x3b || unit === 0x09 || unit === 0x7c) delimiters++;
    // Prose within a cell has commas, too: only what no row of texts has either is refused.
    if (delimiters > MAX_COLUMNS) {
      throw new ArbiterError('INVALID_REQUEST', `${name} has a line of more than ${MAX_COLUMNS} cells.`, {
        details: { name, limit: MAX_COLUMNS },
      });
    }
  }
}

function recordOf(row: readonly string[], header: readonly string[] | null): TabularRecord {
  return row.flatMap((cell, column) => {
    const value = cell.trim();
    return value === '' ? [] : [{ name: header?.[column] ?? '', value }];
  });
}

interface TableParts {
  /** Lines above the head: what spreadsheets are given as a title or a note. */
  readonly preamble: readonly string[];
  /** Names of the columns; null for a table without. */
  readonly header: readonly string[] | null;
  readonly body: readonly (readonly string[])[];
}

/**
 * Finds the head of a table: the first row that is as wide as the table. A row with a number, a date or an empty cell, or
 * with one text twice, is no head: names are none of these. Rows of one cell above it are notes.
 */
function findHeader(rows: readonly (readonly string[])[]): TableParts {
  const width = usualWidth(rows);
  const first = width < 2 ? 0 : rows.findIndex((row) => filled(row) > 1);
  const at = Math.max(0, first);
  const preamble = rows.slice(0, at).map((row) => row.join(' ').trim());
  const candidate = rows[at];
  if (!candidate || rows.length - at < 2 || !isHeader(candidate))
    return { preamble, header: null, body: rows.slice(at) };
  return { preamble, header: candidate.map((name) => name.trim()), body: rows.slice(at + 1) };
}

/** The cells that most rows have. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

function isHeader(row: readonly string[]): boolean {
  const names = row.map((cell) => cell.trim());
  // Exports of data frames leave the name of their first column out.
  const given = names[0] === '' ? names.slice(1) : names;
  return (
    new Set(given).size === given.length &&
    given.every((name) => name !== '' && name.length <= MAX_NAME && (!VALUE.test(name) || YEAR.test(name))) &&
    !given.every((name) => YEAR.test(name))
  );
}
