import type { ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { fillSpans, type GridRow, type Span, writeTable } from './grid-table.js';

/** Columns of a table; cells that end further right end with the last of them. */
const MAX_COLUMNS = 256;
/** Edges of cells that lie so near are one (twips, a twentieth of a point). */
const SAME_EDGE = 40;

interface CellPlace {
  /** Its right edge, in twips. */
  readonly right: number;
  /** It goes on with the cell before it, or with the one above. */
  readonly goesOn: boolean;
  readonly hangsOn: boolean;
}

interface WrittenCell {
  readonly text: string;
  readonly isBold: boolean;
}

interface WrittenRow {
  readonly cells: readonly WrittenCell[];
  /** As many as cells, or none where the row does not say. */
  readonly places: readonly CellPlace[];
  readonly isHead: boolean;
}

/** Collects the rows of a table and where their cells stand (Rich Text Format Specification 1.9.1, "Table Definitions"). */
export class RtfTable {
  private rows: WrittenRow[] = [];
  private cells: WrittenCell[] = [];
  private places: CellPlace[] = [];
  private next = { goesOn: false, hangsOn: false };
  private isHead = false;
  private isBold = true;

  /** Takes what a control word says of a row or of the cell that is defined next. */
  define(word: string, parameter: string | undefined): void {
    if (word === 'trowd') [this.places, this.isHead] = [[], false];
    else if (word === 'trhdr') this.isHead = true;
    else if (word === 'clmrg') this.next = { ...this.next, goesOn: true };
    else if (word === 'clvmrg') this.next = { ...this.next, hangsOn: true };
    else if (word === 'cellx') {
      this.places.push({ ...this.next, right: Number(parameter) });
      this.next = { goesOn: false, hangsOn: false };
    }
  }

  /** Notes how text of the open cell is set. */
  see(text: string, isBold: boolean): void {
    if (text.trim() !== '') this.isBold &&= isBold;
  }

  cell(text: string): void {
    this.cells.push({ text, isBold: this.isBold });
    this.isBold = true;
  }

  row(): void {
    const { cells, places, isHead } = this;
    if (cells.some(({ text }) => text !== ''))
      this.rows.push({ cells, isHead, places: places.length === cells.length ? places : [] });
    this.cells = [];
    this.isBold = true;
  }

  /** Writes the rows so far. */
  end(builder: ParsedDocumentBuilder): void {
    this.row();
    if (this.rows.length > 0) writeRows(this.rows, builder);
    this.rows = [];
  }
}

function writeRows(written: readonly WrittenRow[], builder: ParsedDocumentBuilder): void {
  const edges = edgesOf(written);
  const spans: Span[] = [];
  /** The cell of each column that goes on below. */
  const open = new Map<number, number>();
  const rows = written.map(({ cells, places, isHead }, index): GridRow => {
    const texts: string[] = [];
    for (const [at, { text }] of cells.entries()) {
      const place = places[at];
      const lastColumn =
        place && edges.length > 0 ? Math.max(texts.length, columnAt(edges, place.right)) : texts.length;
      const column = texts.length;
      const row = index + 1;
      const before = spans[open.get(column) ?? -1];
      if (place?.hangsOn === true && text === '' && before) spans[open.get(column) ?? -1] = { ...before, lastRow: row };
      else if (place?.goesOn === true && text === '' && spans.at(-1)?.row === row) {
        const last = spans.pop();
        if (last) spans.push({ ...last, lastColumn });
      } else {
        open.set(column, spans.length);
        spans.push({ row, lastRow: row, column, lastColumn });
      }
      texts.push(text);
      while (texts.length <= lastColumn) texts.push('');
    }
    const given = cells.filter(({ text }) => text !== '');
    return {
      number: index + 1,
      texts,
      hasValues: false,
      marked: isHead,
      stressed: given.every(({ isBold }) => isBold),
      labelled: given[0]?.isBold,
      grouped: false,
    };
  });
  fillSpans(
    rows,
    spans.filter(({ row, lastRow, column, lastColumn }) => lastRow > row || lastColumn > column),
  );
  writeTable(builder, rows, false);
}

/** The right edges of all columns, ascending; none where all rows have as many cells: only widths may differ then. */
function edgesOf(rows: readonly WrittenRow[]): number[] {
  if (new Set(rows.map(({ cells }) => cells.length)).size < 2) return [];
  const all = [...new Set(rows.flatMap(({ places }) => places.map(({ right }) => right)))].sort((a, b) => a - b);
  return all.filter((edge, index) => index === 0 || edge - (all[index - 1] ?? 0) > SAME_EDGE).slice(0, MAX_COLUMNS);
}

/** The last column whose right edge is not beyond an edge. */
function columnAt(edges: readonly number[], right: number): number {
  let [low, high] = [0, edges.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((edges[middle] ?? 0) <= right + SAME_EDGE) low = middle;
    else high = middle - 1;
  }
  return low;
}
