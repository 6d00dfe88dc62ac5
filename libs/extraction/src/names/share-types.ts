import type { Unit } from '../reading/read-layout.js';
import { type Candidate, type Candidates, vote } from './candidates.js';
import type { PlacedName } from './find-names.js';
import { nameOfCell } from './read-row.js';

const LISTED = /^(?:,|,? and|,? or)(?: the)? $/;
/** What a list of like things says of one of them. */
const OF_A_LIST = 0.9;
const OF_A_COLUMN = 0.8;

/**
 * Gives names without a type that of the things beside them: in a list ("Keyring, Tollbooth and Stalls") or in a column of a table.
 *
 * @param typeOf what is known of a name so far
 * @param person the type of people, who have names of several words in lists
 */
export function shareTypes(
  names: readonly PlacedName[],
  units: readonly Unit[],
  candidates: Candidates,
  text: string,
  typeOf: (candidate: Candidate) => string | null,
  person: string | undefined,
): void {
  for (const [group, isColumn] of [
    ...listsOf(names, candidates, text).map((list) => [list, false] as const),
    ...columnsOf(units, candidates).map((column) => [column, true] as const),
  ]) {
    const types = group.map(typeOf);
    const known = new Set(types.filter((type) => type !== null));
    const [type] = known;
    const typed = types.filter((one) => one !== null).length;
    if (known.size !== 1 || type === undefined || (isColumn && typed * 2 < group.length)) continue;
    for (const [index, candidate] of group.entries()) {
      if (types[index] !== null || (type === person && !candidate.name.includes(' '))) continue;
      vote(candidate.votes, type, OF_A_LIST);
      candidate.introductions++;
      if (!isColumn) continue;
      candidate.firm++;
      candidate.column = Math.max(candidate.column, OF_A_COLUMN);
    }
  }
}

/** Names between commas that end with "and"; "Saltmere, North Pier" alone is no list. */
function listsOf(names: readonly PlacedName[], candidates: Candidates, text: string): Candidate[][] {
  const lists: Candidate[][] = [];
  let list: Candidate[] = [];
  let last: PlacedName | undefined;
  for (const name of names) {
    const candidate = candidates.find(name.text);
    const gap = last?.unit === name.unit ? text.slice(last.end, name.start) : '';
    if (!LISTED.test(gap)) list = [];
    if (candidate) list.push(candidate);
    if ((/ (?:and|or) /.test(gap) || name.unit.kind === 'row') && list.length > 1) {
      lists.push([...new Set(list)]);
      list = [];
    }
    last = name;
  }
  return lists;
}

function columnsOf(units: readonly Unit[], candidates: Candidates): Candidate[][] {
  const columns = new Map<string, Set<Candidate>>();
  for (const unit of units)
    if (unit.kind === 'row')
      for (const cell of unit.cells) {
        const candidate = candidates.find(nameOfCell(cell).text);
        const key = `${unit.table}\n${cell.header}`;
        if (candidate) columns.set(key, (columns.get(key) ?? new Set()).add(candidate));
      }
  return [...columns.values()].map((column) => [...column]).filter((column) => column.length > 1);
}
