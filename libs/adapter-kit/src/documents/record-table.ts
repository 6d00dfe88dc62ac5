import { mayBeNames, type TableLine } from './table-head.js';

/** A table needs as many rows to show that its first column is set apart. */
const MIN_ROWS = 2;

/**
 * Whether the first column of a table without a head names what stands beside it: the first cell of each row looks like a name, and
 * no row does as a whole.
 */
export function areRecords(rows: readonly TableLine[]): boolean {
  const given = rows.filter(({ texts }) => new Set(texts.filter((text) => text !== '')).size > 1);
  return (
    given.length >= MIN_ROWS &&
    given.every(
      ({ texts, labelled, stressed }) =>
        labelled === true && !stressed && mayBeNames({ texts: texts.filter((text) => text !== '').slice(0, 1) }),
    )
  );
}

/** "Name: Anna", of a row whose first text names the others. */
export function writeRecord(texts: readonly string[]): string {
  const [name = '', ...values] = texts.filter((text) => text !== '');
  return values.length === 0 ? name : `${name.replace(/\s*:$/, '')}: ${values.join('; ')}`;
}
