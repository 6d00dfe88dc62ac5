import type { Passage } from '@arbiter/contracts';
import { singularOf } from '@arbiter/extraction';
import type { World } from '@arbiter/knowledge-graph';
import type { AmountBound } from '@arbiter/question-types';
import { asPassage, type DocumentReader } from '../document-reader.js';
import { amountOfAttribute, type StatedAmount } from './stated-amounts.js';

/** A row of a table that is about one thing: "Ship: Petrel; Kind: packet; Tons: 28". */
export interface TableRow {
  /** Value of the first column. */
  readonly name: string;
  /** Values by column, lower case. */
  readonly values: ReadonlyMap<string, string>;
  readonly passage: Passage;
}

/** @returns null for a text that is no row */
export function readRow(text: string): Omit<TableRow, 'passage'> | null {
  const cells = text
    .split(/;\s+/u)
    .map((cell) => /^(?<label>[\p{L}][\p{L}\d ()-]{0,40}): (?<value>\S.*)$/u.exec(cell)?.groups);
  const [first] = cells;
  if (!first || cells.length < 2 || cells.some((cell) => cell === undefined)) return null;
  const values = new Map(cells.map((cell) => [(cell?.label ?? '').toLowerCase(), (cell?.value ?? '').trim()]));
  return { name: (first.value ?? '').trim(), values };
}

/** The rows of a document whose first column names the kind: "Ship" for "ships". */
export async function rowsOfKind(
  noun: string,
  position: number,
  world: World,
  reader: DocumentReader,
): Promise<TableRow[]> {
  const kind = singularOf(noun);
  return (await reader.sentencesOf(world, position)).flatMap((sentence) => {
    const row = readRow(sentence.text);
    const [label = ''] = row?.values.keys() ?? [];
    return row && singularOf(label) === kind ? [{ ...row, passage: asPassage(sentence) }] : [];
  });
}

/** The number of a row in the column that a unit or a measure names: "Tons: 28" for "tons"; null without one. */
export function amountOf({ values }: Pick<TableRow, 'values'>, unit: string): StatedAmount | null {
  const [amount] = [...values].flatMap(([label, value]) => amountOfAttribute(label, value, unit) ?? []);
  return amount ?? null;
}

export function isWithin(number: number, { comparison, number: bound }: AmountBound): boolean {
  switch (comparison) {
    case 'below':
      return number < bound;
    case 'at-most':
      return number <= bound;
    case 'above':
      return number > bound;
    case 'at-least':
      return number >= bound;
    case 'equal':
      return number === bound;
  }
}
