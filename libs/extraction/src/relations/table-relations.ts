import { isLeaderNoun } from '@arbiter/english';
import type { RelatedThing } from '../extraction.js';
import { headNounOf } from '../names/name-context.js';
import { isPersonNoun } from '../reading/concepts.js';
import { ACTIVE } from '../reading/verbs.js';
import type { Cell, Unit } from '../reading/read-layout.js';
import type { Mention, NameFinder } from './name-index.js';
import { readHeader } from './read-header.js';
import { turn } from './relation-patterns.js';
import type { Reading, RelationReader, Told } from './relation-reader.js';
import { FIRST, SECOND } from './relation-words.js';

export interface ReadCell extends Cell {
  readonly mentions: readonly Mention[];
}

/** Columns that tell what a person does, and where. */
const POST =
  /^(?:role|post|position|title|job(?: title)?|function|what (?:they|he|she) do(?:es)?|does|office|duty|duties|responsibility|rank)$/i;
const BODY = /^(?:team|department|group|crew|unit|division|section|ward|squad|company|branch|guild)$/i;
/** Columns of remarks tie nothing. */
const NO_TIE = /^(?:remarks?|notes?|comments?|replaces|formerly|former|not|see|see also)\b/i;
const CONTENTS = /\b(?:what is there|contents|contains|holds|houses|rooms|units)\b/i;

/** Reads the relations of a row: the header of a column tells what its cells are to the thing of the row. */
export function readTableRelations(
  unit: Unit,
  cells: readonly ReadCell[],
  rows: readonly Unit[],
  index: NameFinder,
  topic: RelatedThing | undefined,
  relations: RelationReader,
): Told[] {
  const told: Told[] = [];
  const add = (first: RelatedThing, second: RelatedThing, reading: Reading | null): void => {
    if (reading && first.id !== second.id) told.push({ first, second, reading, start: unit.start, end: unit.end });
  };
  if (isOfTopic(cells, topic, relations)) {
    readWithoutSubject(cells, topic, relations, add, hasLeaderBefore(unit, rows));
    return told;
  }
  const column = subjectColumn(cells, rows, index);
  const subject = column === undefined ? undefined : leading(cells[column]);
  if (column === undefined || !subject) {
    return told;
  }
  const isLeader =
    relations.isPerson(subject) && cells.some(({ header, text }) => POST.test(header) && isLeadingPost(text));
  for (const [at, cell] of cells.entries()) {
    if (at === column) continue;
    const body = isLeader && BODY.test(cell.header) ? leading(cell) : undefined;
    const led = body && relations.isOrganisation(body) ? relations.readPlain('led_by', body, subject) : null;
    if (led && body) {
      add(body, subject, led);
      add(subject, body, relations.readMember(subject, body));
      continue;
    }
    const heads =
      ACTIVE[cell.header.toLowerCase()] !== undefined || isList(cell)
        ? cell.mentions.map(({ entity }) => entity)
        : [leading(cell)];
    for (const head of heads)
      if (head && head.id !== subject.id)
        add(
          subject,
          head,
          readHeader(cell.header, subject, head, relations) ??
            relations.byPhrase(cell.header.toLowerCase(), subject, head) ??
            relations.byWords(cell.header.toLowerCase(), subject, head) ??
            (relations.isPerson(head) || isList(cell) || NO_TIE.test(cell.header)
              ? null
              : relations.byEnds(subject, head)),
        );
  }
  return told;
}

/** "team lead", "head of support", but no "deputy head". */
function isLeadingPost(text: string): boolean {
  return !SECOND.test(text) && (isLeaderNoun(headNounOf(text.toLowerCase())) || FIRST.test(text));
}

/** A level with what is there, or an office with its holder: the row speaks of what the heading or the document is about. */
function isOfTopic(
  [head, ...rest]: readonly ReadCell[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
): boolean {
  if (!head || !topic || head.mentions.length > 0) return false;
  const isLevel =
    /^\d{1,3}$/.test(head.text.trim()) && /\b(?:level|floor|storey|deck|bay|shelf|row|platform)\b/i.test(head.header);
  const isOffice =
    isPersonNoun(headNounOf(head.text.toLowerCase())) && head.text.split(' ').length < 4 && !relations.isPerson(topic);
  return isLevel || (isOffice && rest.some((cell) => leading(cell) !== undefined));
}

/** Whether a cell holds names and nothing else: "Alder Ward, Elm Ward and the Annexe". */
function isList({ text, start, mentions }: ReadCell): boolean {
  let at = start;
  const gaps = mentions.map((mention) => {
    const gap = text.slice(at - start, mention.start - start);
    at = mention.end;
    return gap;
  });
  return (
    mentions.length > 1 && [...gaps, text.slice(at - start)].every((gap) => /^(?:[,;&/]| and)? ?(?:the )?$/.test(gap))
  );
}

/** The entity with which a cell begins. */
export function leading(cell: ReadCell | undefined): RelatedThing | undefined {
  const [first] = cell?.mentions ?? [];
  if (!cell || !first) return undefined;
  const before = cell.text.slice(0, first.start - cell.start);
  return before === '' || (/^(?:[Tt]he |\p{Lu}[\p{L}.]* ){1,3}$/u.test(before) && before.length < 25)
    ? first.entity
    : undefined;
}

/** The first column of the table that names a different entity in each row; else the first with an entity. */
function subjectColumn(cells: readonly ReadCell[], rows: readonly Unit[], index: NameFinder): number | undefined {
  const named = cells.flatMap((cell, column) => (leading(cell) ? [column] : []));
  const isUnique = (column: number): boolean => {
    const header = cells[column]?.header ?? '';
    const ids = rows.map((row) => {
      const cell = row.cells.find((one) => one.header === header);
      return cell && (index.find(cell.text)[0]?.entity.id ?? '');
    });
    const present = ids.filter((id) => id !== undefined && id !== '');
    return new Set(present).size === present.length && present.length * 2 > rows.length;
  };
  return named.find((column) => column === 0 || isUnique(column)) ?? named[0];
}

/** Of a table of offices, the first leader leads; "Desk master" further down does not. */
function hasLeaderBefore(unit: Unit, rows: readonly Unit[]): boolean {
  return rows.some(
    (row) =>
      row.table === unit.table &&
      row.start < unit.start &&
      isLeaderNoun(headNounOf(row.cells[0]?.text.toLowerCase() ?? '')),
  );
}

/** Rows whose first cell is a level, a number or a role: they speak of what the heading or the document is about. */
function readWithoutSubject(
  cells: readonly ReadCell[],
  topic: RelatedThing | undefined,
  relations: RelationReader,
  add: (first: RelatedThing, second: RelatedThing, reading: Reading | null) => void,
  isLed: boolean,
): void {
  const [head, ...rest] = cells;
  if (!head || !topic) return;
  const noun = headNounOf(head.text.toLowerCase());
  for (const cell of rest) {
    const person = leading(cell);
    if (person && relations.isPerson(person) && isPersonNoun(noun) && head.text.length < 40) {
      add(topic, person, turn(relations.readRole(isLed && isLeaderNoun(noun) ? 'member' : head.text, person, topic)));
      return;
    }
    if (!relations.isPlace(topic) || !(CONTENTS.test(cell.header) || /^\d{1,3}$/.test(head.text.trim()))) continue;
    for (const { entity } of cell.mentions)
      if (!relations.isPerson(entity)) add(entity, topic, relations.readPlace(entity, topic));
  }
}
