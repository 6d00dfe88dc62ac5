import { askedAccount, readRecords, type RowSelection, type SelectableRow, selectRows } from '@arbiter/composition';
import type { Passage, QueryType } from '@arbiter/contracts';
import { termSet } from '@arbiter/text';
import { aliasesOf, type CandidateSentence } from '../sentences/candidate-sentences.js';
import type { ChosenSentence, Composition } from '../sentences/compose-answer.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import { rankedAnswers, type ReadQuestion } from './choose-answers.js';
import { findLists, holds, type SentenceList } from './write-list.js';

/** A question for things by what is so of them. "How many" asks for a number. */
const ASKS_FOR_THINGS = /^\W*(?:please |and |so )?(?:which|who|whom|whose|what|list|name|show|give|tell|all)\b/i;
const ASKS_FOR_SUBJECT = /^\W*(?:please |and |so )?(?:which|who)\b/i;
const COUNTS = /\bhow (?:many|much)\b/i;
/** Of the lines of a list of records, at least so many hold values, 0–1. */
const LEAST_RECORDS = 0.8;
const FEWEST_ROWS = 2;

/** A row of a list with the sentence that it is. */
interface Row extends SelectableRow {
  readonly candidate: CandidateSentence;
}

/**
 * The rows that meet the conditions of a question, over all lists of their kind: a table, or items that say something of a name.
 *
 * @returns null where the best sentence is no row, or the question asks for no selection; an empty composition where it asks for
 *   one and no row surely fits: a list without its condition would be wrong
 */
export function writeSelection(question: ReadQuestion, queryType: QueryType): Composition | null {
  const { query, passages, whole, maxSentences } = question;
  const isList = queryType === 'list_building';
  if (!asksForRows(query, queryType)) return null;
  const [best] = rankedAnswers(whole);
  const rows = best ? rowsBeside(best.candidate, passages) : [];
  if (!best || rows.length < FEWEST_ROWS) return null;
  const selection = selectRows(query, rows);
  if (selection.kind === 'all') return null;
  const isUnsure = selection.kind === 'unsure' || (selection.comparesAll && hasGaps(rows));
  if (isUnsure) return isList ? NOTHING : null;
  const chosen = rows.filter((_, index) => selection.rows.includes(index));
  if (!isList && isSaidAlready(selection, chosen, best, query)) return null;
  if (chosen.length === 0) return NOTHING;
  const said = chosen.slice(0, maxSentences).map((row) => asChosenRow(row, whole, query, chosen.length));
  return { chosen: said, layout: chosen.length > 1 ? 'lines' : 'prose', hasShortAnswer: chosen.length === 1 };
}

function asksForRows(query: string, queryType: QueryType): boolean {
  // Two things that are compared are not selected from their kind.
  if (queryType === 'comparative' || COUNTS.test(query) || askedAccount(query)) return false;
  return queryType === 'list_building' || ASKS_FOR_THINGS.test(query);
}

const NOTHING: Composition = { chosen: [], layout: 'lines', hasShortAnswer: false };

/** Whether the best sentence alone says what was selected. What is asked of a thing, the reader finds in its row. */
function isSaidAlready(
  selection: RowSelection,
  chosen: readonly Row[],
  { candidate }: JudgedSentence,
  query: string,
): boolean {
  const holdsBest = chosen.some((row) => isSame(row.candidate, candidate));
  return selection.kind === 'some' && holdsBest && (chosen.length === 1 || !ASKS_FOR_SUBJECT.test(query));
}

/** The rows of the list that a sentence stands in, and of all lists of the same columns; none where it stands in no such list. */
function rowsBeside(sentence: CandidateSentence, passages: readonly Passage[]): Row[] {
  const lists = findLists(passages, 1);
  const own = lists.find((list) => holds(list, sentence));
  const ownRows = own ? rowsOf(own) : [];
  const kind = ownRows[0] && kindOf(ownRows[0]);
  if (!own || kind === undefined) return [];
  const under = termSet(ownRows[0]?.context ?? '');
  const others = lists.filter((list) => list !== own).map(rowsOf);
  return [
    ...ownRows,
    ...others.flatMap((rows) => {
      const [first] = rows;
      if (!first || kindOf(first) !== kind) return [];
      // Without names of columns, only headings tell that two lists are of one kind.
      const isAlike = kind !== null || [...termSet(first.context)].some((term) => under.has(term));
      return isAlike && (kind !== null || rows.length >= FEWEST_ROWS) ? rows : [];
    }),
  ];
}

/** The name of the first column; null for rows without names. */
function kindOf({ cells }: Row): string | null {
  return cells[0]?.column?.toLowerCase() ?? null;
}

function rowsOf({ items, passage }: SentenceList): Row[] {
  const context = [passage.title, ...passage.section, ...aliasesOf(passage.metadata)].join('\n');
  const records = readRecords(items.map(({ text }) => text));
  const rows = items.flatMap((candidate, index): Row[] => {
    const cells = records[index];
    return cells ? [{ candidate, cells, context }] : [];
  });
  return rows.length >= LEAST_RECORDS * items.length ? rows : [];
}

/** Whether rows may be missing between those of one document: its passages do not hold all of the table. */
function hasGaps(rows: readonly Row[]): boolean {
  return rows.some(({ candidate }, index) => {
    const before = rows[index - 1]?.candidate;
    const isOfOne = before?.passage.documentId === candidate.passage.documentId;
    return before !== undefined && isOfOne && candidate.start > before.end + 1;
  });
}

function isSame(a: CandidateSentence, b: CandidateSentence): boolean {
  return a.passage.documentId === b.passage.documentId && a.start < b.end && b.start < a.end;
}

/** With the words that answer: the subject of the row where it is asked for, else what the reader found in it. */
function asChosenRow(
  { candidate, cells }: Row,
  whole: readonly JudgedSentence[],
  query: string,
  chosen: number,
): ChosenSentence {
  if (chosen > 1) return { candidate, span: null };
  const read = whole.find((judged) => isSame(judged.candidate, candidate));
  if (!ASKS_FOR_SUBJECT.test(query)) return { candidate, span: read?.span ?? null };
  const subject = cells[0]?.value ?? '';
  const at = subject === '' ? -1 : candidate.text.indexOf(subject);
  if (at < 0) return { candidate, span: null };
  const start = candidate.start - candidate.passage.start + at;
  return { candidate, span: { start, end: start + subject.length, score: read?.span?.score ?? 0 } };
}
