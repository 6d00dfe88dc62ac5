import { conceptsOf, isPersonNoun } from '../reading/concepts.js';
import { headOfName, honorificOf, isCode, looksPersonal } from './name-forms.js';
import { headNounOf } from './name-context.js';
import { type Candidates, vote, voteAll } from './candidates.js';
import { ACTIVE } from '../reading/verbs.js';
import type { Cell, Unit } from '../reading/read-layout.js';
import type { TypeReader, TypeVotes } from '../reading/type-reader.js';
import { findNames } from './find-names.js';

/** Columns that name the thing of the row, whatever it is. */
const NAMING =
  /^(?:old|new|former|formerly|previous|nick ?name|alias|aliases|also known as|known as|code|asset|tag|short|name|abbreviation|call ?sign|id)(?: (?:name|number|no\.?|tag|code))?$/i;

const NAME_LIKE = /^(?:the )?\p{Lu}[\p{L}'’-]*(?: (?:\p{Lu}|\d|&|of |the |and )[\p{L}'’\d-]*)*$/u;
/** "Serviced by", "Patients are admitted to": no noun that types the cells. */
const VERBAL = /\b(?:by|to|is|are|was|were|has|have|does|do|how)\b/i;
const PLACE_COLUMN = /^(?:where|whereabouts|kept (?:in|at)|found (?:in|at)|stands (?:in|at))$/i;
const FORMER = /^(?:old|former|formerly|previous|code|asset|tag|id)/i;

/** The name in a cell: up to the first comma, with or without an article. */
export function nameOfCell({ text, start }: Cell): {
  readonly text: string;
  readonly start: number;
  readonly end: number;
} {
  const whole = /^[^,;(]*/.exec(text)?.[0].trim() ?? '';
  const from = start + text.indexOf(whole);
  return { text: whole, start: from, end: from + whole.length };
}

/** Reads what a row names: a column's header tells the type of its cells, and columns of names make second names. */
export function readRow(unit: Unit, candidates: Candidates, types: TypeReader): void {
  const naming = unit.cells
    .filter(({ header, text }) => NAMING.test(header) && text.trim() !== '')
    .sort((a, b) => Number(FORMER.test(b.header)) - Number(FORMER.test(a.header)));
  const named = naming.map(nameOfCell);
  for (const [column, cell] of unit.cells.entries()) {
    if (NAMING.test(cell.header)) continue;
    if (/\bby$/i.test(cell.header)) addAgent(cell, candidates, types);
    const noun = headNounOf(cell.header.toLowerCase());
    const name = nameOfCell(cell);
    const isPlaced =
      PLACE_COLUMN.test(cell.header) && types.place !== undefined && conceptsOf(headOfName(name.text)).length === 0;
    const votes = isPlaced ? { [types.place]: 2 } : kindVotes(cell.header, noun, types);
    // "Team: Ada Finch, Ben Moss" names people.
    const isList = unit.kind === 'form' || /^[^,;]+,[^,;]+(?:,|$)/.test(cell.text);
    if (isList && looksPersonal(name.text) && conceptsOf(noun).some((one) => one === 'organisation' || one === 'team'))
      continue;
    if (Object.keys(votes).length === 0 || name.text === '' || name.text.split(' ').length > 6) continue;
    const isExact = Math.max(...Object.values(votes)) >= 2;
    const isPersonColumn = types.person !== undefined && votes[types.person] !== undefined;
    const hasCapital = /^(?:the )?\p{Lu}/u.test(name.text);
    const isLowerName = name.text.toLowerCase().split(' ').at(-1) === noun && name.text.includes(' ');
    const isName = (hasCapital && NAME_LIKE.test(name.text) && !isPersonNoun(headOfName(name.text))) || isLowerName;
    if (isPersonColumn ? !isPersonalCell(name.text) : !isName || (!isExact && column > 0)) continue;
    const isWord =
      /^\p{Lu}\p{Ll}{2,}$/u.test(name.text) && conceptsOf(name.text).length === 0 && name.text === cell.text.trim();
    const isConfirmed = name.text.includes(' ') || Math.max(...Object.values(votes)) >= (isWord && column > 0 ? 2 : 3);
    if (!isConfirmed && (candidates.find(name.text)?.firm ?? 0) === 0) continue;
    if (/^\d/.test(name.text) || name.text.length > 60) continue;
    const bare = isPersonColumn ? name.text.slice(honorificOf(name.text).length).trim() : name.text;
    const found = candidates.find(bare) ?? candidates.add(bare, name);
    found.firm++;
    found.column = Math.max(found.column, column === 0 ? 1.5 : 1);
    voteAll(found, votes, Math.max(...Object.values(votes)) >= 3 ? 1.5 : 1);
  }
  const [first, ...others] = named;
  if (!first || others.length === 0) return;
  const main = candidates.find(first.text) ?? candidates.add(first.text, first);
  main.column = 1.5;
  main.firm++;
  for (const other of others) {
    const added = candidates.find(other.text) ?? candidates.add(other.text, other);
    if (added !== main) candidates.alias(main, other.text);
  }
  preferLast(main, others.at(-1)?.text ?? '');
  const kind = unit.cells.find(
    ({ header }) => Object.keys(types.votesFor(headNounOf(header.toLowerCase()))).length > 0,
  );
  if (kind)
    for (const [type, weight] of Object.entries(types.votesFor(headNounOf(kind.header.toLowerCase()))))
      vote(main.votes, type, weight);
}

function kindVotes(header: string, noun: string, types: TypeReader): TypeVotes {
  return VERBAL.test(header) || ACTIVE[header.toLowerCase()] !== undefined ? {} : types.votesFor(noun);
}

/** "Serviced by: medical engineering": who does something has a name, with a capital or without. */
function addAgent(cell: Cell, candidates: Candidates, types: TypeReader): void {
  const name = nameOfCell(cell);
  const votes = types.votesFor(headOfName(name.text));
  if (!/^\p{Ll}[\p{L}-]+(?: [\p{L}-]+){1,2}$/u.test(name.text) || Object.keys(votes).length === 0) return;
  if (isPersonNoun(headOfName(name.text))) return;
  const found = candidates.find(name.text) ?? candidates.add(name.text, name);
  found.firm++;
  found.column = 1;
  voteAll(found, votes, 0.5);
}

/** "Old | New", "Asset | Nickname": the later column has the name that is used. */
function preferLast(main: { name: string; readonly aliases: Set<string> }, name: string): void {
  if (name === '' || isCode(name) || main.name === name) return;
  main.aliases.add(main.name);
  main.name = name.replace(/^the /i, '');
}

function isPersonalCell(text: string): boolean {
  const [name] = findNames(text);
  return (
    name?.start === 0 &&
    conceptsOf(headOfName(text)).every((concept) => concept === 'person') &&
    text.includes(' ') &&
    name.end === text.length
  );
}
