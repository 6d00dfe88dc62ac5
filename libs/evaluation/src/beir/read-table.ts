import { BYTE_ORDER_MARK, brokenLine } from '../json-lines/parse-json-line.js';

export interface TableRow<Columns extends readonly string[]> {
  readonly cells: { readonly [Index in keyof Columns]: string };
  /** From 1. */
  readonly line: number;
}

/**
 * Reads tab-separated values. A first line that holds the columns' names is left out, as are empty lines and further
 * cells of a line.
 *
 * @param file name for messages
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line with fewer cells than columns
 */
export function readTable<const Columns extends readonly string[]>(
  tsv: string,
  file: string,
  columns: Columns,
): TableRow<Columns>[] {
  const text = tsv.startsWith(BYTE_ORDER_MARK) ? tsv.slice(1) : tsv;
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const cells = content.replace(/\r$/, '').split('\t');
    if (content.trim() === '' || (line === 1 && cells[0]?.trim() === columns[0])) return [];
    if (cells.length < columns.length || columns.some((_, column) => column < 2 && cells[column]?.trim() === '')) {
      throw brokenLine({ file, line }, `expected ${columns.join(', ')}, separated by tabs.`);
    }
    return [{ cells: cells.slice(0, columns.length) as TableRow<Columns>['cells'], line }];
  });
}
