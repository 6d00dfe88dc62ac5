import { findTableHead, isSeries, isValueColumn, mayBeNames, type TableHead, type TableLine } from './table-head.js';

/** Rows that may be names, and rows below by which it is told. */
const HEAD_SAMPLE = 200;
const MAX_HEAD_ROWS = 4;

type Cells = readonly string[];

/**
 * Finds the names in a table of plain rows, where merged cells have left empty ones: several rows of names, where the first
 * groups columns; else one.
 *
 * @param isMarked the first row is known to hold names
 * @returns null for a table without names
 */
export function findPlainTableHead(rows: readonly Cells[], isMarked = false): TableHead | null {
  const sample = rows.slice(0, HEAD_SAMPLE);
  const lines = sample.map((texts): TableLine => ({ texts, marked: false, stressed: false, grouped: false }));
  const [first, ...body] = lines;
  if (!first) return null;
  const isName = isMarked || isOneHead(first.texts, body);
  if (isName && hasDistinctNames(first.texts)) return findTableHead([{ ...first, marked: true }, ...body]);
  const groups = [...lines];
  // From below: a group of groups stands over columns that their groups name.
  for (let at = Math.min(MAX_HEAD_ROWS, lines.length) - 1; at >= 0; at--) {
    const texts = fillGroups(sample[at] ?? [], { above: sample[at - 1], below: groups[at + 1]?.texts });
    groups[at] = { texts, marked: false, stressed: false, grouped: true };
  }
  const grouped = findTableHead(groups);
  return grouped ?? (isName ? findTableHead([{ ...first, marked: true }, ...body]) : null);
}

/** Where a name is missing or stands twice, the columns must show by their values that it is a name. */
function isOneHead(texts: Cells, body: readonly TableLine[]): boolean {
  if (isSeries({ texts }, body)) return true;
  if (!mayBeNames({ texts }) || texts.every((text) => /^\d*$/.test(text))) return false;
  if (hasDistinctNames(texts)) return true;
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const unsure = texts.map((text, column) => (text === '' || (counts.get(text) ?? 0) > 1 ? column : -1));
  const columns = unsure.filter((column) => column > 0);
  const named = texts.flatMap((text, column) => (text === '' ? [] : [column]));
  return (
    columns.every((column) => texts[column] === '' || isValueColumn(body, column)) &&
    named.some((column) => isValueColumn(body, column))
  );
}

/** Exports of data frames leave the name of their first column out. */
export function hasDistinctNames([first = '', ...others]: Cells): boolean {
  const given = first === '' ? others : [first, ...others];
  return given.every((name) => name !== '') && new Set(given).size === given.length;
}

/** A name of a group stands over its first column. The others are empty, but named below, and in the same group above. */
function fillGroups(
  row: Cells,
  { above = [], below = [] }: { above?: Cells | undefined; below?: Cells | undefined },
): string[] {
  let group = '';
  return row.map((text, column) => {
    const isNamedBelow = (below[column] ?? '') !== '';
    if (text !== '' || (above[column] ?? '') !== '') group = isNamedBelow ? text : '';
    return text !== '' || !isNamedBelow ? text : group;
  });
}
