import { readText } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import Papa from 'papaparse';
import { divideTables } from './divide-tables.js';
import { type TabularRecord, writeRecords } from './write-records.js';

/** Cells of one row; the widest exports have some thousand. A line of nothing but commas costs memory for each. */
const MAX_COLUMNS = 20_000;

/** Rows from which the delimiter is found, as many as the library looks at. */
const GUESSED_ROWS = 10;

/** The first line with which Excel tells its own delimiter. */
const DELIMITER_LINE = /^sep=([,;|\t])\r?\n/i;

/**
 * Reads tables of values, whatever sets them apart (comma, semicolon, tab or bar, found from the first rows). Each row is
 * a block that carries the names of its columns; a line break within quotes is a space, or in long texts a line break. Lines
 * of one cell over a table are paragraphs; several tables in one file, apart by empty lines, each have their own names.
 */
export class CsvParser implements DocumentParser {
  readonly name = 'csv';
  readonly mediaType = 'text/csv';
  readonly extensions = ['.csv', '.tsv', '.tab'];
  readonly otherMediaTypes = { 'text/tab-separated-values': '.tsv' };

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, encoding, builder } = await readText(request);
    const told = DELIMITER_LINE.exec(text);
    const table = told ? text.slice(told[0].length) : text;
    const { rows, unclosed } = readRows(table, told?.[1] ?? delimiterByName(name, table), name);
    if (unclosed) builder.warn('A quotation mark is opened and never closed; rows after it may have become one cell.');
    const tables = divideTables(rows);
    for (const { notes, names, body } of tables) {
      for (const line of notes) builder.append('paragraph', line);
      await writeRecords(
        builder,
        body.map((row) => recordOf(row, names)),
        { level: 1, signal },
      );
    }
    const columns = tables.find(({ names }) => names)?.names;
    return builder.build({
      metadata: {
        encoding,
        rows: tables.reduce((sum, { body }) => sum + body.length, 0),
        ...(columns && { columns: columns.map((column) => column.normalize('NFC')) }),
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
  // Found without the empty lines, which set tables apart and have no delimiter.
  const guessed = Papa.parse(text, { delimiter, preview: GUESSED_ROWS, skipEmptyLines: 'greedy' }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: guessed });
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

function recordOf(row: readonly string[], names: readonly string[] | null): TabularRecord {
  return row.flatMap((value, column) => (value === '' ? [] : [{ name: names?.[column] ?? '', value }]));
}
