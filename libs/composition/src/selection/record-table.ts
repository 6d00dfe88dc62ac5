import { normalizeTerm, STOP_WORDS, termSet, tokenize } from '@arbiter/text';
import { matchValue, stemOf, truthOf, type ValueMatch, type Wanted } from './match-value.js';
import type { RecordCell } from './read-records.js';

/** A record with what its place says of it. */
export interface SelectableRow {
  readonly cells: readonly RecordCell[];
  /** Title and headings that it stands under. */
  readonly context: string;
}

export interface Column {
  readonly name: string | null;
  readonly terms: ReadonlySet<string>;
  /** By row; null where the row has no such cell. */
  readonly values: readonly (string | null)[];
  /** Every value says yes or no. */
  readonly isTruth: boolean;
}

/** Records as columns: equal names are one column, cells without a name are of the column at their place. */
export class RecordTable {
  readonly columns: readonly Column[];
  readonly size: number;
  /** Terms that stand over all rows, and over some. */
  private readonly contexts: readonly ReadonlySet<string>[];

  constructor(rows: readonly SelectableRow[]) {
    this.size = rows.length;
    const byKey = new Map<string, { readonly name: string | null; readonly values: (string | null)[] }>();
    rows.forEach(({ cells }, row) => {
      cells.forEach(({ column: name, value }, index) => {
        const key = name === null ? `#${index}` : `=${name.toLowerCase()}`;
        const column = byKey.get(key) ?? { name, values: rows.map(() => null) };
        byKey.set(key, column);
        column.values[row] = value;
      });
    });
    this.columns = [...byKey.values()].map(({ name, values }) => ({
      name,
      values,
      terms: new Set(name === null ? [] : tokenize(name).map(({ text }) => stemOf(normalizeTerm(text)))),
      isTruth:
        values.every((value) => truthOf(value ?? '') !== null) && values.some((value) => truthOf(value ?? '') === true),
    }));
    const read = new Map([...new Set(rows.map(({ context }) => context))].map((text) => [text, termSet(text)]));
    this.contexts = rows.map(({ context }) => read.get(context) ?? new Set());
  }

  /** How each row's value of a column meets a condition; null for a row without one. */
  match(column: Column, wanted: Wanted, isAll: boolean): (ValueMatch | null)[] {
    return column.values.map((value) => (value === null ? null : matchValue(value, wanted, isAll)));
  }

  /** Whether title or headings hold a word, by row. */
  underHeading(stem: string): boolean[] {
    return this.contexts.map((terms) => terms.has(stem));
  }

  /** Whether a word that carries no meaning elsewhere is all of a value: "out" under "State". */
  isValue(normal: string): boolean {
    return (
      STOP_WORDS.has(normal) &&
      this.columns.some(({ values }) =>
        values.some((value) => value !== null && normalizeTerm(value.trim()) === normal),
      )
    );
  }
}
