import { isBlank } from './markup-writer.js';

export interface DrawnTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line after the table. */
  readonly end: number;
}

/**
 * Reads a table that is drawn with `+`, `-` and `|` (reStructuredText, "Grid Tables"). The row above a line of `=` has the
 * names of the columns. A cell that spans several columns stands in the first of them.
 */
export function readGridTable(lines: readonly string[], from: number): DrawnTable {
  let end = from;
  while (/^[+|]/.test((lines[end] ?? '').trimStart())) end += 1;
  const border = (lines[from] ?? '').trimEnd();
  const columns = border.split('').flatMap((mark, at) => (mark === '+' ? [at] : []));
  const rows: string[][] = [];
  let head: string[] = [];
  let current: string[] = [];
  for (const line of lines.slice(from + 1, end)) {
    if (/^\+[-=+]/.test(line) && !line.includes('|')) {
      if (line.startsWith('+=') && head.length === 0 && rows.length === 0) head = current;
      else if (current.some((cell) => cell !== '')) rows.push(current);
      current = [];
      continue;
    }
    for (const [index, start] of columns.slice(0, -1).entries()) {
      const part = line
        .slice(start + 1, columns[index + 1])
        .replaceAll('|', '')
        .trim();
      current[index] = `${current[index] ?? ''} ${/^[-=+]+$/.test(part) ? '' : part}`.trim();
    }
  }
  return { head, rows, end };
}

/** Reads a table whose columns stand under lines of `=` (reStructuredText, "Simple Tables"). */
export function readSimpleTable(lines: readonly string[], from: number): DrawnTable {
  const border = (lines[from] ?? '').trimEnd();
  const starts = border.split('').flatMap((mark, at) => (mark === '=' && border[at - 1] !== '=' ? [at] : []));
  const cellsOf = (line: string): string[] => starts.map((start, index) => line.slice(start, starts[index + 1]).trim());
  const isRule = (line: string | undefined): boolean => line !== undefined && /^=+(?: +=+)*\s*$/.test(line);
  const isLast = (at: number): boolean => isRule(lines[at]) && isBlank(lines[at + 1]);
  let head: string[] = [];
  let rows: string[][] = [];
  let end = from + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (isLast(end)) return { head, rows, end: end + 1 };
    if (isRule(line)) {
      head = starts.map((_, index) =>
        rows
          .map((row) => row[index] ?? '')
          .join(' ')
          .trim(),
      );
      rows = [];
      continue;
    }
    if (isBlank(line) || /^-+(?: +-+)*\s*$/.test(line)) continue;
    const cells = cellsOf(line);
    const last = rows.at(-1);
    // A row without a first cell goes on with the row before it.
    if (cells[0] === '' && last)
      for (const [index, cell] of cells.entries()) last[index] = `${last[index] ?? ''} ${cell}`.trim();
    else rows.push(cells);
  }
  return { head, rows, end };
}
