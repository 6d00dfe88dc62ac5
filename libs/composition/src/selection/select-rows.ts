import { compareRows, measuredColumns, utmostRows } from './compare-rows.js';
import { namesMeasure } from './measures.js';
import { readListQuestion, type ListQuestion, type QuestionWord } from './question-words.js';
import { type Condition, ConditionReading } from './read-conditions.js';
import { RecordTable, type SelectableRow } from './record-table.js';

/**
 * What a question asks of the rows of a list.
 *
 * - `all`: it states no condition.
 * - `some`: those that surely meet its conditions, by their index; none where no row does.
 * - `unsure`: a word of it limits the rows in a way that no row, heading or column tells.
 */
export type RowSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly rows: readonly number[]; readonly comparesAll: boolean }
  | { readonly kind: 'unsure'; readonly words: readonly string[] };

/** Rows that are compared with a question; a longer table is none that an answer is made from. */
const MOST_ROWS = 2_000;
/** Cells of all rows. */
const MOST_CELLS = 20_000;

/**
 * Selects the rows that meet the conditions of a question: by values ("in repair", "carpenters"), under a column that asks yes or no
 * ("with a stove"), denied ("not ready"), by numbers ("more than 20 crowns") or by the utmost ("the longest"). Every word of
 * the question has to be understood; a row of which it is not sure is left out.
 */
export function selectRows(question: string, rows: readonly SelectableRow[]): RowSelection {
  const asked = readListQuestion(question);
  if (!asked || !isReadable(rows)) return { kind: 'unsure', words: [] };
  const table = new RecordTable(rows);
  const reading = new ConditionReading(table, asked.words).read();
  const conditions: Condition[] = [...reading.conditions];
  const unread = [...reading.unread];
  const measured = measuredColumns(table, asked, reading.named);
  for (const comparison of asked.comparisons) {
    const verdicts = compareRows(measured(comparison), comparison);
    if (verdicts) conditions.push({ verdicts, isNegated: false, column: null, isJoined: false });
    else unread.push(question.slice(comparison.start, comparison.end));
  }
  const words = [...unread, ...reading.unexplained.filter((word) => !isMeasuring(word, asked)).map(({ text }) => text)];
  const unsure = { kind: 'unsure', words } as const;
  if (asked.superlatives.length === 0 && conditions.length === 0 && unread.length === 0) {
    return saysOnlyKind(reading) && isCount(reading.count, rows.length) ? { kind: 'all' } : unsure;
  }
  const [superlative, ...others] = asked.superlatives;
  if (words.length > 0 || others.length > 0) return unsure;
  const fitting = rows.flatMap((_, row) => (meetsAll(conditions, row) ? [row] : []));
  const chosen = superlative ? utmostRows(table, fitting, superlative, asked, reading.named) : fitting;
  if (!chosen || !isCount(reading.count, chosen.length)) return unsure;
  return { kind: 'some', rows: chosen, comparesAll: superlative !== undefined };
}

/** The kind of things may have another name than the question gives it; what they are like may not. */
function saysOnlyKind({ unexplained, head }: ConditionReading): boolean {
  return unexplained.length <= 1 && unexplained.every((word) => word === head);
}

function isReadable(rows: readonly SelectableRow[]): boolean {
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return rows.length > 0 && rows.length <= MOST_ROWS && cells <= MOST_CELLS;
}

function isCount(count: number | null, size: number): boolean {
  return count === null || count === size;
}

/** Whether a word belongs to a measure, or only names what is compared. */
function isMeasuring({ stem, normal }: QuestionWord, { measures, comparisons, superlatives }: ListQuestion): boolean {
  if (measures.has(normal)) return true;
  if (comparisons.length + superlatives.length === 0) return false;
  return [...measures].some((measure) => namesMeasure(new Set([stem]), measure));
}

/** Joined positive conditions on one column are alternatives; all others hold together. */
function meetsAll(conditions: readonly Condition[], row: number): boolean {
  return conditions.every((condition, index) => {
    if (condition.isNegated) return condition.verdicts[row] === true;
    const alternatives = alternativesOf(conditions, index);
    return alternatives.some(({ verdicts }) => verdicts[row] === true);
  });
}

function alternativesOf(conditions: readonly Condition[], at: number): readonly Condition[] {
  let first = at;
  while (first > 0 && isAlternative(conditions[first], conditions[first - 1])) first -= 1;
  let end = at + 1;
  while (end < conditions.length && isAlternative(conditions[end], conditions[end - 1])) end += 1;
  return conditions.slice(first, end);
}

function isAlternative(condition: Condition | undefined, before: Condition | undefined): boolean {
  if (!condition || !before) return false;
  return condition.isJoined && !condition.isNegated && !before.isNegated && condition.column === before.column;
}
