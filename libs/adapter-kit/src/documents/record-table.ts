import { isAmount, isValueColumn, mayBeNames, type TableLine } from './table-head.js';

/** A table needs as many rows to show that its first column is set apart. */
const MIN_ROWS = 2;

/**
 * Whether the first column of a table without a head names what stands beside it: the first cell of each row looks like a name, and
 * no row does as a whole. In a table of three columns or more, its first row may also stand over columns of values.
 */
export function areRecords(rows: readonly TableLine[]): boolean {
  const given = rows.filter(({ texts }) => new Set(texts.filter((text) => text !== '')).size > 1);
  return (
    given.length >= MIN_ROWS &&
    given.every(
      ({ texts, labelled, stressed }) =>
        labelled === true && !stressed && mayBeNames({ texts: texts.filter((text) => text !== '').slice(0, 1) }),
    ) &&
    !standsOverValues(given)
  );
}

function standsOverValues([first, ...body]: readonly TableLine[]): boolean {
  const texts = first?.texts ?? [];
  return (
    texts.filter((text) => text !== '').length > 2 &&
    texts.some((text, column) => column > 0 && text !== '' && !isAmount(text) && isValueColumn(body, column))
  );
}

/** "Name: Anna", of a row whose first text names the others. */
export function writeRecord(texts: readonly string[]): string {
  const [name = '', ...values] = texts.filter((text) => text !== '');
  if (values.length === 0) return name;
  return `${name.endsWith(':') ? name.slice(0, -1).trimEnd() : name}: ${values.join('; ')}`;
}
