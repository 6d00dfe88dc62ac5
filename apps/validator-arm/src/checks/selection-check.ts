import { readRecords, type SelectableRow, selectRows } from '@arbiter/composition';
import type { Source } from '@arbiter/contracts';
import { headingText } from '../support/read-sources.js';
import type { PlacedClaim } from './answer-reader.js';

/** Lines of all sources that are read as rows. */
const MOST_LINES = 2_000;

/** A row of a source; `line` is what it says. */
interface SourceRow extends SelectableRow {
  readonly line: string;
}

/**
 * Whether an answer is just the rows of its sources that meet the conditions of the question: each claim rests on one of them, and
 * none is left out. A reader finds words that answer, and cannot tell whether a list is right.
 */
export function saysSelection(query: string, claims: readonly PlacedClaim[], sources: readonly Source[]): boolean {
  const said = claims.map(({ source, span }) => (source && span ? lineAt(source.content, span.start) : null));
  const all = sources.flatMap(rowsOf).slice(0, MOST_LINES);
  const kinds = new Set(all.filter(({ line }) => said.includes(line)).map(kindOf));
  const [kind, ...others] = kinds;
  if (kind === undefined || others.length > 0) return false;
  const rows = all.filter((row) => kindOf(row) === kind);
  const selection = selectRows(query, rows);
  if (selection.kind !== 'some' || selection.rows.length === 0) return false;
  const fitting = new Set(selection.rows.flatMap((row) => rows[row]?.line ?? []));
  return said.every((line) => line !== null && fitting.has(line)) && [...fitting].every((line) => said.includes(line));
}

/** Rows of one kind have the same first column; without names they stand under the same headings. */
function kindOf({ cells, context }: SourceRow): string {
  const column = cells[0]?.column;
  return column == null ? `under ${context}` : `of ${column.toLowerCase()}`;
}

function rowsOf(source: Source): SourceRow[] {
  const lines = source.content
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => line.trim());
  const context = headingText(source);
  return readRecords(lines).flatMap((cells, index): SourceRow[] =>
    cells ? [{ cells, context, line: lines[index] ?? '' }] : [],
  );
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end).trim();
}
