import {
  availableBelow,
  isChoice,
  type Available,
  type DataSet,
  type ForceEntry,
  type ListedSelection,
} from '../../catalogue/index.js';
import { ArmyState } from '../army/army-state.js';
import { readList, type ArmyList } from '../army/read-list.js';
import type { Selection } from '../army/roster.js';

export interface BuiltUnit {
  /** Of its entry: units of several factions may have one name. */
  readonly id: string;
  readonly name: string;
  /** Name of its primary category; empty where it has none. */
  readonly role: string;
  readonly models: number;
  /** With all that it holds, of the type of cost that is limited. */
  readonly cost: number;
}

export interface BuiltChoice {
  /** "Detachment" */
  readonly name: string;
  /** "Gladius Task Force" */
  readonly chosen: readonly string[];
}

export interface BuiltArmy {
  /** Its units, by the places that the force has for their roles. */
  readonly units: readonly BuiltUnit[];
  /** Choices for the army as a whole, such as its detachment. */
  readonly choices: readonly BuiltChoice[];
}

/** @param typeId of the costs that the units are given with */
export function describeArmy(
  list: ArmyList,
  { force, typeId, data }: { readonly force: ForceEntry; readonly typeId: string; readonly data: DataSet },
): BuiltArmy {
  const { roster } = readList(list, data);
  const state = new ArmyState(roster);
  const chosen = roster.children.flatMap(({ children }) => children);
  const placeOf = (unit: Selection): number =>
    force.categoryLinks.findIndex(({ targetId }) => targetId === state.primaryCategoryOf(unit));
  return {
    units: chosen
      .filter(({ entry }) => !isChoice(entry))
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((unit) => ({
        id: unit.entry.id,
        name: unit.entry.name,
        role: roleName(state.primaryCategoryOf(unit), data),
        models: Math.max(1, modelsOfSelection(unit)),
        cost: state.totalOf(unit, typeId),
      })),
    choices: chosen.filter(({ entry }) => isChoice(entry)).map((choice) => choiceOf(choice, data)),
  };
}

/** Under the name of what was chosen from: an entry may be called "Detachment Choice" and hold the group "Detachment". */
function choiceOf({ entry, children }: Selection, data: DataSet): BuiltChoice {
  const group = availableBelow(entry, data).groups.find((one) => children.some(({ ids }) => ids.has(one.entry.id)));
  return { name: group?.entry.name ?? entry.name, chosen: children.map((child) => child.entry.name) };
}

/** Models of a unit; 1 for what is a model itself. */
export function modelsOfSelection({ entry, children }: Selection): number {
  if (entry.kind === 'entry' && entry.type === 'model') return 1;
  return children.reduce(
    (sum, child) => sum + child.number * (child.ids.has('model') ? 1 : modelsOfSelection(child)),
    0,
  );
}

/** Name of a category; empty for none. */
export function roleName(id: string | undefined, data: DataSet): string {
  return id === undefined ? '' : data.nameOf(id);
}

/** The same list with names in the place of ids. */
export function namedList(
  list: ArmyList,
  force: string,
  costType: string,
  units: readonly Available[],
  data: DataSet,
): ArmyList {
  const named = (listed: readonly ListedSelection[], among: readonly Available[]): ListedSelection[] =>
    listed.map(({ name, number = 1, options = [] }) => {
      const found = among.find(({ ownId }) => ownId === name);
      const below = found ? availableBelow(found.entry, data).entries : [];
      return {
        name: found?.entry.name ?? name,
        ...(number !== 1 && { number }),
        ...(options.length > 0 && { options: named(options, below) }),
      };
    });
  return {
    forces: list.forces.map((one) => ({ force, units: named(one.units, units) })),
    limits: Object.fromEntries(Object.values(list.limits ?? {}).map((value) => [costType, value])),
  };
}
