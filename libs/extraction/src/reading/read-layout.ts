import { splitSentences, type Span } from '@arbiter/text';
import type { ExtractableDocument } from '../extraction.js';

/** A cell of a table row that was written out as "Header: value; Header: value". */
export interface Cell extends Span {
  readonly header: string;
  readonly text: string;
}

export interface Unit extends Span {
  readonly kind: 'sentence' | 'item' | 'row' | 'form';
  readonly text: string;
  /** Heading over it; empty under the title. */
  readonly heading: string;
  /** Of a row, or the fields of a form; empty otherwise. */
  readonly cells: readonly Cell[];
  /** Rows of one table share a number; -1 for what is no row. */
  readonly table: number;
  /** Whether it is the first of its paragraph. */
  readonly opens: boolean;
  /** Of a list item: the line over the list, "Members:" or "North Area". Empty otherwise. */
  readonly lead: string;
}

const HEADER = /(?:^|; )([^:;\n]{1,60}): /g;
const FIELD = /(?:^|(?<=\S)\s)(\p{Lu}[\p{Ll}-]{1,30}(?: (?:\p{Ll}[\p{Ll}-]{0,30}|\p{Lu}{2,4})){0,3}):\s+(?=\S)/gu;
const MAX_VALUE = 120;
const MAX_LEAD_TITLE = 80;
/** Longer lines are not tables or sentences that patterns need to read. */
const MAX_ROW = 4_000;

/** Divides a document into sentences, list items and table rows, each under its heading. Headings are left out. */
export function readLayout(document: ExtractableDocument): Unit[] {
  const headings = document.sections.filter(({ level }) => level > 1);
  const blocks = document.blocks.length > 0 ? document.blocks : linesOf(document);
  const units: Unit[] = [];
  let section = -1;
  let table = 0;
  let rows: ({ readonly heading: string } & Span)[] = [];
  let lead = '';
  const endTable = (): void => {
    if (rows.length > 0) units.push(...readTable(document.text, rows, table++));
    rows = [];
  };
  for (const { kind, start, end } of blocks) {
    while ((headings[section + 1]?.start ?? Infinity) <= start) section++;
    const heading = headings[section]?.heading ?? '';
    if (kind === 'table_row') {
      if (rows[0] && rows[0].heading !== heading) endTable();
      rows.push({ start, end, heading });
      continue;
    }
    endTable();
    if (kind === 'heading' || kind === 'code') {
      lead = '';
      continue;
    }
    const text = document.text.slice(start, end);
    if (kind !== 'list_item') lead = leadOf(text);
    const fields = kind === 'list_item' ? [] : readForm(text, start);
    if (fields.length > 1) {
      units.push({ kind: 'form', start, end, text, heading, cells: fields, table: table++, opens: true, lead: '' });
      continue;
    }
    for (const [index, sentence] of splitSentences(text).entries()) {
      units.push({
        kind: kind === 'list_item' ? 'item' : 'sentence',
        start: start + sentence.start,
        end: start + sentence.end,
        text: text.slice(sentence.start, sentence.end),
        heading,
        cells: [],
        table: -1,
        opens: index === 0,
        lead: kind === 'list_item' ? lead : '',
      });
    }
  }
  endTable();
  return units;
}

/** The last line of a paragraph that a list follows, if it announces one: it ends with a colon or is a short title. */
function leadOf(text: string): string {
  const [last] = splitSentences(text).slice(-1);
  const line = last ? text.slice(last.start, last.end) : '';
  const isWhole = line.length === text.trim().length;
  const isTitle =
    isWhole && line.length <= MAX_LEAD_TITLE && (!/[.!;]$/.test(line) || /^(?:\S+ ){0,2}\S+\.$/.test(line));
  return line.endsWith(':') || isTitle ? line.replace(/\.$/, '') : '';
}

/** "Outage: OUT-27 Area affected: Lower Wick": a paragraph of nothing but labels and short values, its line breaks gone. */
function readForm(text: string, offset: number): Cell[] {
  if (text.length > MAX_ROW) return [];
  const labels = [...text.matchAll(FIELD)];
  if (labels.length < 2 || labels[0]?.index !== 0) return [];
  const cells = labels.map((label, index): Cell => {
    const from = label.index + label[0].length;
    const value = text.slice(from, labels[index + 1]?.index ?? text.length).trimEnd();
    return { header: label[1] ?? '', text: value, start: offset + from, end: offset + from + value.length };
  });
  return cells.every((cell) => cell.text.length <= MAX_VALUE && !/[.!?] \p{Lu}/u.test(cell.text)) ? cells : [];
}

/** Without blocks each line is a paragraph, a list item or a row. */
function linesOf({ text, sections }: ExtractableDocument): ({ readonly kind: string } & Span)[] {
  const heads = new Set(sections.map(({ start }) => start));
  const blocks: ({ readonly kind: string } & Span)[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (line.trim() !== '') {
      const kind = heads.has(start)
        ? 'heading'
        : /^[^:;]{1,60}: [^;]{1,200}; [^:;]{1,60}: /.test(line)
          ? 'table_row'
          : /^\s*(?:[-*•]|\d{1,3}[.)])\s/.test(line)
            ? 'list_item'
            : 'paragraph';
      blocks.push({ kind, start, end });
    }
    start = end + 1;
  }
  return blocks;
}

/** A header is what stands before a colon in at least half of the rows; a colon in one cell is not a column. */
function readTable(text: string, rows: readonly ({ readonly heading: string } & Span)[], table: number): Unit[] {
  const counts = new Map<string, number>();
  const found = rows.map(({ start, end }) => {
    const row = text.slice(start, Math.min(end, start + MAX_ROW));
    const headers = [...row.matchAll(HEADER)].map((match) => ({
      name: match[1] ?? '',
      at: match.index,
      value: match.index + match[0].length,
    }));
    for (const name of new Set(headers.map((header) => header.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
    return headers;
  });
  return rows.map(({ start, end, heading }, index) => {
    const headers = (found[index] ?? []).filter(({ name }) => (counts.get(name) ?? 0) * 2 >= rows.length);
    const limit = Math.min(end, start + MAX_ROW) - start;
    const cells = headers.map(({ name, value }, column): Cell => {
      const until = headers[column + 1]?.at ?? limit;
      return { header: name, text: text.slice(start + value, start + until), start: start + value, end: start + until };
    });
    return { kind: 'row', start, end, text: text.slice(start, end), heading, cells, table, opens: true, lead: '' };
  });
}

const NO_FIELDS =
  /^(?:title|type|aliases|alias|tags|date|created|updated|id|slug|description|summary|session|number)$/i;

/** The fields of a front matter that may name something: the words of the key, and each short text that it has. */
export function fieldsOf(metadata: Readonly<Record<string, unknown>>): (readonly [field: string, value: string])[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    if (NO_FIELDS.test(key)) return [];
    const field = key.replace(/[_-]+/g, ' ').toLowerCase();
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => (typeof one === 'string' && one.length <= 80 ? [[field, one.trim()] as const] : []));
  });
}
