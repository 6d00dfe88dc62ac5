import {
  availableBelow,
  availableInForce,
  type Available,
  type AvailableBelow,
  type DataSet,
  type ForceEntry,
  type ListedSelection,
} from '../../catalogue/index.js';
import type { Force, Roster, Selection } from './roster.js';

/** An army list as people write it down. */
export interface ArmyList {
  readonly forces: readonly { readonly force: string; readonly units: readonly ListedSelection[] }[];
  /** By name or id of the type of cost, such as `pts`; absent: what the game system says. */
  readonly limits?: Readonly<Record<string, number>>;
}

export interface ReadList {
  readonly roster: Roster;
  /** Names in the list that the data lack, one sentence each. */
  readonly unknown: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Names are compared without case, accents of writing and punctuation. */
export function sameName(one: string, other: string): boolean {
  const fold = (name: string): string =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return fold(one) === fold(other);
}

/** Looks up the entries that a list names. Unknown names are left out and reported in `unknown`. */
export function readList(list: ArmyList, data: DataSet): ReadList {
  const unknown: string[] = [];
  const forces: Force[] = [];
  const roster: Roster = { kind: 'roster', data, children: forces, limits: limitsOf(list, data, unknown) };
  const inForce = availableInForce(data);
  for (const { force: name, units } of list.forces) {
    const entry = forcesOf(data).find((one) => one.id === name || sameName(one.name, name));
    if (!entry) {
      unknown.push(
        `There is no force "${name}"; there are ${forcesOf(data)
          .map((one) => one.name)
          .join(', ')}.`,
      );
      continue;
    }
    const force: Mutable<Force> = { kind: 'force', entry, parent: roster, children: [] };
    force.children = select(units, { entries: inForce, groups: [] }, force, data, unknown);
    forces.push(force);
  }
  return { roster, unknown };
}

/** The forces that an army of the data set can consist of. */
export function forcesOf(data: Pick<DataSet, 'catalogues'>): ForceEntry[] {
  const nested = (forces: readonly ForceEntry[]): ForceEntry[] =>
    forces.flatMap((force) => [force, ...nested(force.forceEntries)]);
  return data.catalogues.flatMap(({ forceEntries }) => nested(forceEntries));
}

function select(
  listed: readonly ListedSelection[],
  { entries: available, groups }: AvailableBelow,
  parent: Force | Selection,
  data: DataSet,
  unknown: string[],
): Selection[] {
  const taken = new Set<string>();
  const filled = new Map<string, number>();
  const around = ({ ids }: Available): Available[] => groups.filter(({ entry }) => ids.has(entry.id));
  const hasRoom = (one: Available): boolean =>
    around(one).every(({ entry }) => (filled.get(entry.id) ?? 0) < mostOf(entry));
  return listed.flatMap(({ name, number = 1, options = [] }): Selection[] => {
    const found =
      available.find(({ ids, ownId }) => ownId === name || ids.has(name)) ??
      firstOf(
        available.filter(({ entry }) => sameName(entry.name, name)),
        // A model may have a weapon of one name in each of two groups: each line is another of them, where there is room for it.
        (one) => parent.kind === 'selection' && !taken.has(one.ownId) && hasRoom(one),
        ({ ownId }) => parent.kind === 'selection' && !taken.has(ownId),
      );
    if (!found) {
      unknown.push(`There is no "${name}" in ${parent.entry.name}.`);
      return [];
    }
    taken.add(found.ownId);
    for (const { entry } of around(found)) filled.set(entry.id, (filled.get(entry.id) ?? 0) + number);
    const selection: Mutable<Selection> = {
      kind: 'selection',
      ...found,
      number: Math.max(1, Math.floor(number)),
      parent,
      children: [],
    };
    selection.children = select(options, availableBelow(found.entry, data), selection, data, unknown);
    return [selection];
  });
}

/** The first that is preferred by the first preference that any meets. */
function firstOf<T>(items: readonly T[], ...preferences: readonly ((item: T) => boolean)[]): T | undefined {
  for (const isPreferred of preferences) {
    const found = items.find(isPreferred);
    if (found !== undefined) return found;
  }
  return items[0];
}

/** Of a group, before conditions. */
function mostOf({ constraints }: Available['entry']): number {
  return Math.min(
    ...constraints
      .filter(
        ({ type, scope, field, value }) => type === 'max' && scope === 'parent' && field === 'selections' && value >= 0,
      )
      .map(({ value }) => value),
  );
}

function limitsOf({ limits }: ArmyList, data: DataSet, unknown: string[]): Map<string, number> {
  const types = data.catalogues.flatMap(({ costTypes }) => costTypes);
  const known = new Map(
    types
      .filter(({ defaultCostLimit }) => defaultCostLimit > 0)
      .map(({ id, defaultCostLimit }) => [id, defaultCostLimit]),
  );
  for (const [name, value] of Object.entries(limits ?? {})) {
    const type = types.find((one) => one.id === name || sameName(one.name, name));
    if (type) known.set(type.id, value);
    else unknown.push(`There is no type of cost "${name}"; there are ${types.map((one) => one.name).join(', ')}.`);
  }
  return known;
}
