import { isWithin, measureOfCell, namesMeasure, type Comparison, type Measure, type Superlative } from './measures.js';
import type { ListQuestion } from './question-words.js';
import type { Verdicts } from './read-conditions.js';
import type { Column, RecordTable } from './record-table.js';

type ColumnsOf = (comparison: Comparison) => readonly Column[];

/** The columns that a comparison may be about: those that the question names, else those that hold such a measure. */
export function measuredColumns(table: RecordTable, { measures }: ListQuestion, named: ReadonlySet<Column>): ColumnsOf {
  return ({ bound, measure }) => {
    const wanted = measure === null ? measures : new Set([measure]);
    const holding = table.columns.filter((column) =>
      column.values.some((value) => {
        const own = value === null ? null : measureOfCell(value, column.name);
        return own?.kind === bound.kind && (own.unit === null || bound.unit === null || own.unit === bound.unit);
      }),
    );
    return preferred(holding, wanted, named, bound.unit);
  };
}

function preferred(
  columns: readonly Column[],
  measures: ReadonlySet<string>,
  named: ReadonlySet<Column>,
  unit: string | null,
): readonly Column[] {
  const saying = columns.filter(
    (column) => named.has(column) || [...measures].some((measure) => namesMeasure(column.terms, measure)),
  );
  if (saying.length > 0) return saying;
  const stated =
    unit === null
      ? []
      : columns.filter(
          ({ name, terms, values }) =>
            terms.has(unit) || values.some((value) => value !== null && measureOfCell(value, name)?.unit === unit),
        );
  return stated.length > 0 ? stated : columns;
}

/** @returns null unless just one column is meant, and all of its measures are of one unit */
export function compareRows(columns: readonly Column[], { bound, relation }: Comparison): Verdicts | null {
  const [column, ...others] = columns;
  if (!column || others.length > 0) return null;
  const measures = measuresOf(column);
  if (!areOfOneUnit(measures)) return null;
  return measures.map(
    (measure) => measure !== null && measure.kind === bound.kind && isWithin(measure, relation, bound.value),
  );
}

function measuresOf({ name, values }: Column): (Measure | null)[] {
  return values.map((value) => (value === null ? null : measureOfCell(value, name)));
}

function areOfOneUnit(measures: readonly (Measure | null)[]): boolean {
  return new Set(measures.flatMap((measure) => (measure ? [`${measure.kind} ${measure.unit ?? ''}`] : []))).size <= 1;
}

/** @returns the rows with the largest or smallest measure; null unless every row has one, in one unit, in just one column */
export function utmostRows(
  table: RecordTable,
  rows: readonly number[],
  { isMost, measure }: Superlative,
  { measures: asked }: ListQuestion,
  named: ReadonlySet<Column>,
): readonly number[] | null {
  const wanted = measure === null ? asked : new Set([measure]);
  const numeric = table.columns.filter((column) => measuresOf(column).some((each) => each !== null));
  const [column, ...others] = numeric.filter(
    (each) => named.has(each) || [...wanted].some((one) => namesMeasure(each.terms, one)),
  );
  if (!column || others.length > 0 || rows.length === 0) return null;
  const all = measuresOf(column);
  const measures = rows.map((row) => all[row] ?? null);
  if (measures.some((each) => each === null || each.to !== null) || !areOfOneUnit(measures)) return null;
  const values = measures.map((each) => each?.value ?? Number.NaN);
  const best = isMost ? Math.max(...values) : Math.min(...values);
  return rows.filter((_, index) => values[index] === best);
}
