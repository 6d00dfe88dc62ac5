import { singleLine } from '@arbiter/tool-sdk/documents';

/** Longer cells are texts, not names of columns. */
const MAX_NAME = 100;
/** A marked name is cut here: it is repeated in each row, so that one long name could cost gigabytes. */
const MAX_WRITTEN_NAME = 120;
/** Rows of names that people put over one table. */
const MAX_HEAD_ROWS = 4;
/** Rows by which a column of values is told. */
const SAMPLE_ROWS = 200;
const MIN_VALUE_SHARE = 0.8;

/** Cells that only values have: numbers with their signs and units, dates, times, addresses of pages. */
const VALUE =
  /^(?:[-+]?[$€£]?\s?\d[\d.,\s]*(?:[%a-z]{0,3})?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|\d{1,2}:\d\d.*|https?:\/\/.*|true|false)$/i;
const DATE = /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/;
const TIME = /^\d{1,2}:\d\d$/;
/** Columns of a series are named by years. */
const YEAR = /^(?:1[5-9]|2[01])\d\d$/;
/** Cells of a column of values, with any unit. */
const AMOUNT = /^[-+±~≈<>≤≥(]?\s?[$€£¥]?\s?\d/;
/** What stands for a value that is not known. */
const MISSING = /^(?:[-–—?.*/]{1,3}|n\/?a|nan|null|none|nil|unknown|missing|tbd|tba|closed)$/i;
/** Units as a row of their own holds them: in brackets, or the common ones bare. */
const UNIT =
  /^(?:\([^()]{1,20}\)|\[[^[\]]{1,20}\]|%|‰|°|°?[CFK]|[mckµ]?m[²³23]?|ha|[kmµ]?g|t|tons?|tonnes?|lbs?|oz|[mch]?l|ms|s|sec|min|h|hrs?|hours?|days?|years?|k?[VWA]|[kMG]?Wh|[kMG]?Hz|h?Pa|bar|psi|km\/h|m\/s|kn|knots?|ft|in|yd|mi|nm|eur(?:os?)?|usd|gbp|chf|[$€£¥]|pcs|psu|ppm)$/iu;
const UNIT_LABEL = /^(?:units?|einheit(?:en)?|unités?|unidad(?:es)?|\[[^[\]]*\]|\([^()]*\))$/i;

/** A row of a table, laid out in columns. */
export interface TableLine {
  /** Text of each column, `''` for an empty one; a cell that spans columns has its text in each. */
  readonly texts: readonly string[];
  /** The source marks the row as names: `<thead>`, `<th>`, a header row of a word processor. */
  readonly marked: boolean;
  /** The row looks like names: all of it is bold, or its class says so. */
  readonly stressed: boolean;
  /** A cell spans several columns, but not all. */
  readonly grouped: boolean;
  /** Its first cell looks like a name: a header cell, bold. */
  readonly labelled?: boolean | undefined;
}

export interface TableHead {
  /** Leading lines that hold names. */
  readonly lines: number;
  /** A name for each column, `''` for one without; no two are equal. */
  readonly names: readonly string[];
}

/**
 * Finds the leading lines of a table that name its columns. A line that is not marked as names needs evidence, since a row of
 * data that is taken for names would name the values of all others wrongly: it looks like names (bold) or groups columns, and
 * holds no values itself. Lines below it join it until each column has a name of its own: "Summer" over "Adults" gives "Summer
 * Adults". A line of units is added in brackets.
 *
 * @returns null for a table without names
 */
export function findTableHead(rows: readonly TableLine[]): TableHead | null {
  const marked = countLeading(rows, ({ marked: isMarked }) => isMarked, rows.length);
  if (marked > 0 && marked === rows.length) return null;
  const lines = marked > 0 ? extendHead(rows, marked) : guessHead(rows);
  if (lines === 0 || lines >= rows.length) return null;
  const units = unitsIn(rows[lines], rows.slice(lines + 1));
  const names = joinNames(rows.slice(0, lines)).map((name, column) => {
    const unit = units?.[column] ?? '';
    return unit === '' || name === '' ? name : `${name} ${/^[[(]/.test(unit) ? unit : `(${unit})`}`;
  });
  return { lines: units ? lines + 1 : lines, names: keepApart(names) };
}

function guessHead(rows: readonly TableLine[]): number {
  const [first, ...body] = rows;
  if (!first || !(mayBeNames(first) || isSeries(first, body))) return 0;
  const stressed = countLeading(rows, (row) => row.stressed, MAX_HEAD_ROWS + 1);
  // Where everything is bold, or a whole block of lines is, it tells nothing.
  if (stressed > 0 && stressed <= MAX_HEAD_ROWS && stressed < rows.length) {
    const given = first.texts.filter((text) => text !== '');
    if (given.length > 1) return extendHead(rows, 1);
  }
  if (!first.grouped) return 0;
  const lines = extendHead(rows, 1);
  return lines > 1 && areDistinct(joinNames(rows.slice(0, lines))) ? lines : 0;
}

/** Adds lines below until the names are distinct. Where they never are, the head is as it was. */
function extendHead(rows: readonly TableLine[], from: number): number {
  for (let lines = from; lines <= MAX_HEAD_ROWS && lines < rows.length; lines++) {
    const head = rows.slice(0, lines);
    if (areDistinct(joinNames(head))) return lines === from || isExtended(head, rows, from) ? lines : from;
    const next = rows[lines];
    if (!next || !mayBeNames(next)) return from;
  }
  return from;
}

/** Whether the lines of a head after the first ones are names as well. */
function isExtended(head: readonly TableLine[], rows: readonly TableLine[], from: number): boolean {
  if (head.slice(from).every(({ stressed }) => stressed)) return true;
  const isGrouped = head.some(({ grouped }) => grouped);
  return leavesFirstName(head) && ((isGrouped && repeatsUnderGroups(head)) || standOverValues(head, rows));
}

/** Whether a line may name columns: it holds no value but years. */
export function mayBeNames({ texts }: { readonly texts: readonly string[] }): boolean {
  const given = texts.filter((text) => text !== '');
  return (
    given.length > 0 &&
    given.every((text) => text.length <= MAX_NAME && !MISSING.test(text) && (!VALUE.test(text) || YEAR.test(text)))
  );
}

/** A row of data would give the first column a second name. */
function leavesFirstName(head: readonly TableLine[]): boolean {
  return new Set(head.map(({ texts }) => texts[0] ?? '').filter((text) => text !== '')).size < 2;
}

/** Whether a text may be a year. */
export function isYear(text: string): boolean {
  return YEAR.test(text);
}

/** Whether a line names columns by numbers in even steps (weeks 1, 2, 3), or by dates, times or years that no line below holds. */
export function isSeries(
  { texts: [first = '', ...others] }: { readonly texts: readonly string[] },
  body: readonly { readonly texts: readonly string[] }[],
): boolean {
  if (VALUE.test(first)) return false;
  const numbers = others.map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
  const step = (numbers[1] ?? Number.NaN) - (numbers[0] ?? Number.NaN);
  const isEven = (values: readonly number[]): boolean =>
    step > 0 && values.every((value, index) => index === 0 || value - (values[index - 1] ?? Number.NaN) === step);
  if (numbers.length > 2 && isEven(numbers))
    return !body.slice(0, SAMPLE_ROWS).some(({ texts }) => isEven(texts.slice(1).map(Number)));
  return [DATE, TIME, YEAR].some(
    (kind) =>
      others.length > 1 &&
      others.every((text) => kind.test(text)) &&
      new Set(others).size === others.length &&
      !body.slice(0, SAMPLE_ROWS).some(({ texts }) => texts.slice(1).some((text) => kind.test(text))),
  );
}

/** "Adults, Children, Adults, Children" below "Summer" and "Winter". */
function repeatsUnderGroups(head: readonly TableLine[]): boolean {
  const given = (head.at(-1)?.texts ?? []).slice(1).filter((text) => text !== '');
  return new Set(given).size < given.length;
}

/** Whether each column whose name the lines before shared with another one holds values. */
function standOverValues(head: readonly TableLine[], rows: readonly TableLine[]): boolean {
  const body = rows.slice(head.length);
  const shared = sharedColumns(joinNames(head.slice(0, -1)));
  return body.length > 0 && shared.length > 0 && shared.every((column) => isValueColumn(body, column));
}

function sharedColumns(names: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...names.keys()].filter((column) => column > 0 && (counts.get(names[column] ?? '') ?? 0) > 1);
}

/** Whether a text begins with a number, its sign or its currency. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** Whether nearly all cells of a column are amounts, dates or times. */
export function isValueColumn(body: readonly { readonly texts: readonly string[] }[], column: number): boolean {
  const given = body
    .slice(0, SAMPLE_ROWS)
    .map(({ texts }) => texts[column] ?? '')
    .filter((text) => text !== '' && !MISSING.test(text));
  return given.length > 0 && given.filter((text) => AMOUNT.test(text)).length >= MIN_VALUE_SHARE * given.length;
}

/** Whether each column but the first has a name that no other has. */
function areDistinct(names: readonly string[]): boolean {
  const given = names.filter((name) => name !== '');
  return names.slice(1).every((name) => name !== '') && new Set(given).size === given.length;
}

function unitsIn(row: TableLine | undefined, body: readonly TableLine[]): readonly string[] | undefined {
  if (!row || body.length === 0) return undefined;
  const [first = '', ...others] = row.texts;
  const given = others.filter((text) => text !== '');
  if (given.length === 0 || !given.every((text) => UNIT.test(text))) return undefined;
  if (first !== '' && !UNIT.test(first) && !UNIT_LABEL.test(first)) return undefined;
  return UNIT_LABEL.test(first) && !/^[[(]/.test(first) ? ['', ...others] : row.texts;
}

function joinNames(head: readonly TableLine[]): string[] {
  const width = head.reduce((widest, { texts }) => Math.max(widest, texts.length), 0);
  return Array.from({ length: width }, (_, column) => {
    const texts = head.map((row) => singleLine(row.texts[column] ?? '')).filter((text) => text !== '');
    const name = [...new Set(texts)].join(' ');
    return name.length > MAX_WRITTEN_NAME ? `${name.slice(0, MAX_WRITTEN_NAME).trimEnd()}…` : name;
  });
}

/** Numbers the names that others have as well: "Phone", "Phone (2)". */
function keepApart(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return name === '' || count === 1 ? name : `${name} (${count})`;
  });
}

function countLeading<T>(items: readonly T[], matches: (item: T) => boolean, limit: number): number {
  let count = 0;
  for (const item of items) {
    if (count >= limit || !matches(item)) break;
    count++;
  }
  return count;
}

/**
 * Rows of which an empty first cell stands for the one above, as exports write cells that were merged: each row has a value in
 * its other columns, and such rows are at least as many as those with a first cell. With fewer, a value may be missing.
 */
export function repeatMergedCells(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const labels = rows.filter(([first = '']) => first !== '');
  const below = rows.length - labels.length;
  const isMerged =
    rows.length > 2 &&
    (rows[0]?.[0] ?? '') !== '' &&
    labels.length > 1 &&
    below >= labels.length &&
    labels.every(([first = '']) => !AMOUNT.test(first)) &&
    new Set(labels.map(([first]) => first)).size === labels.length &&
    rows.every((row) => row.length > 1 && row.slice(1).every((text) => text !== ''));
  if (!isMerged) return rows;
  let last = '';
  return rows.map((row) => {
    last = (row[0] ?? '') === '' ? last : (row[0] ?? '');
    return [last.slice(0, MAX_WRITTEN_NAME), ...row.slice(1)];
  });
}

/** The names of columns that no row has a value for, as a row of their own; empty where there are none. Looks at each cell once. */
export function unusedNames(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = new Set<number>();
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell.trim() !== '') used.add(column);
  return names
    .map(singleLine)
    .filter((name, column) => name !== '' && !used.has(column))
    .join('; ');
}
