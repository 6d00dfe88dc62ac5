import { withoutEmphasis } from '@arbiter/text';
import { isDelimiterRow, plainRanges, readCells } from '../tables/read-row.js';

/** One value of a row or an item, under the name of its column where it has one. */
export interface RecordCell {
  readonly column: string | null;
  /** Empty or "–" where there is none. */
  readonly value: string;
}

const ITEM_SIGN = /^(?:[-*•–+]|\(?\d{1,3}[.)])\s+/;
/** "Petra Vogel: carpenter", "Petra Vogel – carpenter", "Petra Vogel (carpenter)". */
const NAMED_VALUE = [
  /^(?<name>[^:]{1,60}):\s(?<value>.+)$/,
  /^(?<name>\S.{0,59}?) [-–—] (?<value>.+)$/,
  /^(?<name>[^()]{1,60}) \((?<value>[^()]+)\)$/,
];
const COLUMN_VALUE = /^(?<column>[^:]{1,60}): (?<value>.+)$/;
const ENDS_SENTENCE = /[.!?]["'”’)]?$/;
/** A value of more words is prose, of which single words say little. */
const MOST_WORDS = 12;
/** A value of so many words may end with a full stop. */
const MOST_NAMING_WORDS = 2;
const LABEL = /^[^:]{1,60}:\s+/;
/** An item without a sign between name and value is divided at its commas; more of them make it an enumeration. */
const MOST_PARTS = 6;
const LONGEST_ITEM = 400;

/**
 * Reads the lines of a list as records: rows of a table as they are stored ("Boat: Heron; Home: Wick"), rows of Markdown under
 * their head, and items that say something of a name ("- Petra Vogel: carpenter").
 *
 * @param lines neighbouring lines of a text
 * @returns one for each line, null for one that holds no values: the head of a table, or prose
 */
export function readRecords(lines: readonly string[]): (readonly RecordCell[] | null)[] {
  const head = isDelimiterRow(lines[1] ?? '') ? readRecord(lines[0] ?? '', [])?.map(({ value }) => value) : undefined;
  return lines.map((line, index) => (head && index < 2 ? null : readRecord(line, head ?? [])));
}

function readRecord(line: string, head: readonly string[]): readonly RecordCell[] | null {
  const cells = readCells(line);
  if (cells && cells.length > 1) {
    const textOf = (span: { readonly start: number; readonly end: number }): string =>
      plainRanges(line, span)
        .map(({ start, end }) => line.slice(start, end))
        .join('')
        .trim();
    return cells.map(({ name, value }, index) => ({
      column: name ? textOf(name) : (head[index] ?? null),
      value: textOf(value),
    }));
  }
  if (line.length > LONGEST_ITEM) return null;
  return readUnheaded(line) ?? readItem(line);
}

/** "Monthly charge; Rush plan: none; Reed plan: 190": the head of the first column is empty. */
function readUnheaded(line: string): readonly RecordCell[] | null {
  const [first = '', ...rest] = line.split('; ');
  const cells = rest.map((part) => COLUMN_VALUE.exec(part)?.groups);
  if (first.includes(':') || cells.length === 0 || cells.includes(undefined)) return null;
  const named = cells.map((cell) => ({ column: cell?.column ?? null, value: (cell?.value ?? '').trim() }));
  return [unnamed(first), ...named];
}

function readItem(line: string): readonly RecordCell[] | null {
  const text = withoutEmphasis(line.replace(ITEM_SIGN, ''), ['**', '__', '*']).trim();
  if (text.split(/\s+/).length > MOST_WORDS || isSentence(text.replace(LABEL, ''))) return null;
  for (const form of NAMED_VALUE) {
    const { name, value } = form.exec(text)?.groups ?? {};
    if (name !== undefined && value !== undefined) return [name, value].map(unnamed);
  }
  const parts = text.split(/,\s+/);
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts.map(unnamed) : null;
}

/** "We try again.": an item that is told rather than named. "carpenter." is none. */
function isSentence(text: string): boolean {
  return ENDS_SENTENCE.test(text) && text.split(/\s+/).length > MOST_NAMING_WORDS;
}

function unnamed(value: string): RecordCell {
  return { column: null, value: value.trim() };
}
