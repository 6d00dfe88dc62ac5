import {
  availableBelow,
  availableInForce,
  closestNamed,
  constraintsWithin,
  foldName,
  hasToBeMade,
  holdsWords,
  isChoice,
  loadoutsOf,
  singularForms,
  type Available,
  type CategoryEntry,
  type DataSet,
  type ForceEntry,
  type ListedSelection,
  type Loadout,
  type ResolvedEntry,
} from '@arbiter/adapters-battlescribe/catalogue';
import { ArmyState } from '../army/army-state.js';
import type { Selection } from '../army/roster.js';
import { forcesOf, readList, sameName, type ArmyList } from '../army/read-list.js';
import { validateRoster, type Violation } from '../army/validate-roster.js';
import { sizesFor } from './complete-list.js';
import { ListSearch, listOf, type InSteps, type Required } from './list-search.js';
import { preferenceFor } from './preference.js';
import { seededOrder } from './seeded-order.js';

export interface BuildRequest {
  /** Name or id of the force; absent: the first that the data have. */
  readonly force?: string;
  /** Of the type of cost `costType`. */
  readonly limit: number;
  /** Name or id; default: the first type of cost of the data. */
  readonly costType?: string;
  /**
   * Units that the list must hold, by name or id, also in the plural or shortened. A number is one of models where a unit can
   * have so many; with `models` it is one of units of that size.
   */
  readonly required?: readonly { readonly name: string; readonly number?: number; readonly models?: number }[];
  /** Excluded units, by their names, by words of their names, or by a category. */
  readonly excluded?: readonly string[];
  /** Choices for the whole army that are asked for, such as a detachment, by name. */
  readonly chosen?: readonly string[];
  /** Emphasis of the list: `ranged` or `melee` weapons, or the name of a category. */
  readonly emphasis?: string;
  /** Selects one of several equally dear lists; default 1. */
  readonly seed?: number;
  /** Maximum number of lists to examine; default 5,000. */
  readonly maxSteps?: number;
  /** Of these, those after the first legal one, at most; default: as many as there are. A step takes a few milliseconds. */
  readonly improvementSteps?: number;
}

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

export type BuildResult =
  | {
      readonly kind: 'built';
      /** By names, as people write it. */
      readonly list: ArmyList;
      readonly cost: number;
      readonly costs: Readonly<Record<string, number>>;
      /** Its units, by the places that the force has for their roles. */
      readonly units: readonly BuiltUnit[];
      /** Choices for the army as a whole, such as its detachment. */
      readonly choices: readonly BuiltChoice[];
      /** Whether no dearer list of these units exists within the limit. */
      readonly isBest: boolean;
      readonly steps: number;
    }
  | {
      /** `impossible` when every list has been looked at, `not-found` when the search was broken off. */
      readonly kind: 'impossible' | 'not-found';
      /** Why, one sentence each. */
      readonly reasons: readonly string[];
      /** The rules that cannot all be kept. */
      readonly clash: readonly Violation[];
      readonly steps: number;
    };

const DEFAULT_STEPS = 5_000;

/** Finds a legal list that uses as much of a limit as can be. The same request gives the same list. */
export function buildList(data: DataSet, request: BuildRequest): BuildResult {
  const work = buildListInSteps(data, request);
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** The same, list by list: other work can have its turn in between. `next(true)` ends it with the best list so far. */
export function* buildListInSteps(data: DataSet, request: BuildRequest): InSteps<BuildResult> {
  const { limit, required = [], excluded = [], seed = 1, maxSteps = DEFAULT_STEPS, emphasis } = request;
  const { improvementSteps = Infinity } = request;
  const forces = forcesOf(data).filter(({ hidden }) => !hidden);
  const force = request.force === undefined ? forces[0] : forces.find((one) => isCalled(one, request.force ?? ''));
  const types = data.catalogues.flatMap(({ costTypes }) => costTypes);
  const type = request.costType === undefined ? types[0] : types.find((one) => isCalled(one, request.costType ?? ''));
  if (!force) return refused(`There is no force "${request.force ?? ''}"; there are ${namesOf(forces)}.`);
  if (!type) return refused(`There is no type of cost "${request.costType ?? ''}"; there are ${namesOf(types)}.`);

  const units = availableInForce(data);
  const ruledOut = new Set(excluded.flatMap((name) => meantBy(name, units, data)));
  const asked = request.chosen ?? [];
  const wanted = new Map<string, Required[]>();
  for (const one of required) {
    const unit = units.find(({ ownId }) => ownId === one.name) ?? unitCalled(one.name, units);
    if (!unit) return refused(`There is no "${one.name}" in ${data.primary.name}.`);
    if (ruledOut.has(unit)) return refused(`${unit.entry.name} is both asked for and ruled out.`);
    wanted.set(unit.ownId, [...(wanted.get(unit.ownId) ?? []), ...requiredOf(one, unit, data)]);
  }
  const allowed = units.filter(
    (unit) => !ruledOut.has(unit) && (!isChoice(unit.entry) || asked.length > 0 || hasToBeMade(unit.entry)),
  );
  const task = { force: force.id, typeId: type.id, limit };
  const demanded = demandedCategories(force, data);
  const loadouts: Loadout[] = [];
  let isLate = false;
  for (const unit of allowed) {
    // Also this takes a second where an army may hold hundreds of units.
    isLate = (yield) === true;
    if (isLate) break;
    const sizes = (wanted.get(unit.ownId) ?? []).flatMap(({ models }) => models ?? []);
    loadouts.push(...loadoutsOf(unit, { data, typeId: type.id, limit, demanded, sizes }));
  }
  for (const name of asked) {
    const choices = loadouts.filter((loadout) => isChoice(loadout.unit.entry) && chooses(loadout, name, data));
    const [first] = choices;
    if (!first) return refused(`There is no "${name}" to choose for ${data.primary.name}.`);
    loadouts.splice(0, loadouts.length, ...loadouts.filter((one) => one.unit !== first.unit || choices.includes(one)));
  }
  for (const unit of allowed.filter(({ ownId }) => wanted.has(ownId))) {
    if (!loadouts.some((one) => one.unit === unit && fits(one, task, data)))
      return refused(...reasonsAgainst(unit, task, data));
  }
  const search = new ListSearch({
    ...task,
    data,
    // Choices for the army stay in the order of the data, which begins with the smallest battle.
    loadouts: [
      ...loadouts.filter(({ unit }) => isChoice(unit.entry)),
      ...seededOrder(
        loadouts.filter(({ unit }) => !isChoice(unit.entry)),
        seed,
      ),
    ],
    required: wanted,
    maxSteps: isLate ? 0 : maxSteps,
    improvementSteps,
    isInOrder: (loadout) => fits(loadout, task, data),
    roleOf: ({ entry }) => roleOf(entry, data),
    ...(emphasis !== undefined && { preference: preferenceFor(emphasis, loadouts, data) }),
  });
  const { best, isComplete, clash, steps } = yield* search.run();
  if (!best) {
    return {
      kind: isComplete ? 'impossible' : 'not-found',
      reasons: clash.map(({ message }) => message),
      clash,
      steps,
    };
  }
  const list = namedList(listOf(task, best.loadouts), force.name, type.name, units, data);
  const { roster } = readList(listOf(task, best.loadouts), data);
  const state = new ArmyState(roster);
  const chosen = roster.children.flatMap(({ children }) => children);
  const placeOf = (unit: Selection): number =>
    force.categoryLinks.findIndex(({ targetId }) => targetId === state.primaryCategoryOf(unit));
  return {
    kind: 'built',
    ...{ list, cost: best.cost, costs: best.verdict.costs, isBest: isComplete, steps },
    units: chosen
      .filter(({ entry }) => !isChoice(entry))
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((unit) => ({
        id: unit.entry.id,
        name: unit.entry.name,
        role: roleName(state.primaryCategoryOf(unit), data),
        models: Math.max(1, modelsOfSelection(unit)),
        cost: state.totalOf(unit, type.id),
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

/** Name of the category that a unit is taken for; before conditions. */
function roleOf({ categoryLinks }: ResolvedEntry, data: DataSet): string {
  return roleName(categoryLinks.filter(({ primary }) => primary).at(-1)?.targetId, data);
}

function roleName(id: string | undefined, data: DataSet): string {
  return id === undefined ? '' : data.nameOf(id);
}

/** Categories of which a force has to hold something: options may bring them, as they do a warlord. */
function demandedCategories({ categoryLinks }: ForceEntry, data: DataSet): ReadonlySet<string> {
  const asks = ({ constraints }: Pick<CategoryEntry, 'constraints'>): boolean =>
    constraints.some(({ type, value }) => type === 'min' && value > 0);
  return new Set([
    ...categoryLinks.filter(asks).map(({ targetId }) => targetId),
    ...data.catalogues.flatMap(({ categoryEntries }) => categoryEntries.filter(asks).map(({ id }) => id)),
  ]);
}

type Frame = Parameters<typeof listOf>[0];

/** Whether a unit is in order by itself and has a place in the force. */
function fits(loadout: Loadout, frame: Frame, data: DataSet): boolean {
  return ownViolations(loadout, frame, data).length === 0;
}

function ownViolations(loadout: Loadout, frame: Frame, data: DataSet): Violation[] {
  const own = constraintsWithin(loadout.unit.entry, data);
  const { violations } = validateRoster(readList(listOf(frame, [loadout]), data).roster);
  return violations.filter(({ kind, ruleId }) => kind === 'no-place' || own.has(ruleId));
}

/** Why none of the ways to take a unit is in order. */
function reasonsAgainst(unit: Available, frame: Frame, data: DataSet): string[] {
  const [smallest] = loadoutsOf(unit, { data, typeId: frame.typeId, limit: frame.limit });
  return smallest ? ownViolations(smallest, frame, data).map(({ message }) => message) : [];
}

/** The unit that a name means; choices for the whole army are none. */
function unitCalled(name: string, units: readonly Available[]): Available | undefined {
  const all = units.filter(({ entry }) => !isChoice(entry));
  return closestNamed(all, name, ({ entry }) => [entry.name]);
}

/** Interprets a number: units of so many models, or so many units. */
function requiredOf(
  { number = 1, models }: { readonly number?: number; readonly models?: number },
  unit: Available,
  data: DataSet,
): Required[] {
  if (models !== undefined) return [{ number, models }];
  const sizes = number === 1 ? undefined : sizesFor(unit, number, data);
  return sizes
    ? [...new Set(sizes)].map((size) => ({ number: sizes.filter((one) => one === size).length, models: size }))
    : [{ number }];
}

/** Units with the name, or in a category with the name; else units with the words in their name. */
function meantBy(name: string, units: readonly Available[], data: DataSet): Available[] {
  const forms = singularForms(foldName(name));
  const isOne = (called: string): boolean => forms.includes(foldName(called));
  const exact = units.filter(
    ({ entry, ownId }) =>
      ownId === name ||
      isOne(entry.name) ||
      entry.categoryLinks.some((link) => isOne(link.name || data.nameOf(link.targetId))),
  );
  return exact.length > 0 ? exact : units.filter(({ entry }) => !isChoice(entry) && holdsWords(entry.name, name));
}

/** Whether a choice for the whole army comes to what has a name. */
function chooses({ unit, listed: { options = [] } }: Loadout, name: string, data: DataSet): boolean {
  const { entries } = availableBelow(unit.entry, data);
  return options.some((option) =>
    entries.some(({ ownId, entry }) => ownId === option.name && holdsWords(entry.name, name)),
  );
}

function isCalled({ id, name }: { readonly id: string; readonly name: string }, wanted: string): boolean {
  return id === wanted || sameName(name, wanted);
}

/** The same list with names in the place of ids. */
function namedList(
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

function namesOf(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

function refused(...reasons: string[]): BuildResult {
  return { kind: 'impossible', reasons, clash: [], steps: 0 };
}
