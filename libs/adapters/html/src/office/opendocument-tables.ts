import { addressBehind, isYear } from '@arbiter/adapter-kit/documents';
import { fillSpans, type GridRow, type Span } from './grid-table.js';
import { formulaTarget } from './hyperlinks.js';
import type { OpenDocumentTexts } from './opendocument-texts.js';
import { childrenOf, type XmlNode } from './xml-tree.js';

/** Cells or rows that one element stands for; empty ones fill sheets to their edge. */
const MAX_REPEATED = 256;

/** Rows with a visible cell, with cells over several columns and rows laid out (OpenDocument 1.3 part 3, 9.1). */
export function readTable(table: XmlNode, texts: OpenDocumentTexts): GridRow[] {
  const rows: GridRow[] = [];
  const spans: Span[] = [];
  const heads = new Set(
    childrenOf(table).flatMap((child) => (child.name === 'table-header-rows' ? rowNodes(child) : [])),
  );
  let number = 0;
  for (const node of rowNodes(table)) {
    const row = readRow(node, { number: number + 1, texts, spans });
    const repeated = countOf(node, 'number-rows-repeated');
    if (row) {
      const marked = heads.has(node);
      for (let count = 1; count <= Math.min(repeated, MAX_REPEATED); count++)
        rows.push({ ...row, number: number + count, texts: [...row.texts], marked });
    }
    number += repeated;
  }
  fillSpans(rows, spans);
  return rows;
}

/** @returns null for a row without text */
function readRow(
  node: XmlNode,
  { number, texts, spans }: { readonly number: number; readonly texts: OpenDocumentTexts; readonly spans: Span[] },
): GridRow | null {
  const cells: string[] = [];
  let hasValues = false;
  const bold: boolean[] = [];
  for (const cell of childrenOf(node)) {
    if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue;
    const text = cellText(cell, texts);
    if (text !== '') bold.push(texts.isBold(cell));
    hasValues ||= text !== '' && !isYear(text) && (cell.attributes['value-type'] ?? 'string') !== 'string';
    const [columns, rows] = [countOf(cell, 'number-columns-spanned'), countOf(cell, 'number-rows-spanned')];
    if (columns > 1 || rows > 1)
      spans.push({
        row: number,
        lastRow: number + rows - 1,
        column: cells.length,
        lastColumn: cells.length + columns - 1,
      });
    const repeated = Math.min(countOf(cell, 'number-columns-repeated'), MAX_REPEATED);
    for (let count = 0; count < repeated; count++) cells.push(text);
  }
  if (cells.every((text) => text === '')) return null;
  while (cells.at(-1) === '') cells.pop();
  return {
    number,
    texts: cells,
    hasValues,
    marked: false,
    stressed: bold.every((one) => one),
    labelled: bold[0],
    grouped: false,
  };
}

function countOf({ attributes }: XmlNode, name: string): number {
  const count = Number(attributes[name] ?? 1);
  return Number.isInteger(count) && count > 1 ? count : 1;
}

export function rowNodes(table: XmlNode): XmlNode[] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowNodes(child) : [];
  });
}

function cellText(cell: XmlNode, texts: OpenDocumentTexts): string {
  const { attributes } = cell;
  const date = attributes['date-value'];
  if (date !== undefined && !texts.isStruck(cell)) return date.replace(/T00:00:00$/, '').replace('T', ' ');
  const text = texts
    .of({ ...cell, children: blocksIn(cell).flatMap((block, at) => (at > 0 ? [' ', block] : [block])) })
    .trim();
  return text === '' ? '' : text + (addressBehind(formulaTarget(attributes.formula), text) ?? '');
}

/** Paragraphs and headings in their order. */
function blocksIn(node: XmlNode): XmlNode[] {
  return childrenOf(node).flatMap((child) => (child.name === 'p' || child.name === 'h' ? [child] : blocksIn(child)));
}
