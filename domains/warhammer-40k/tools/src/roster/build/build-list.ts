import {
  availableBelow,
  availableInForce,
  closestNamed,
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
  type Loadout,
  type ResolvedEntry,
} from '../../catalogue/index.js';
import { forcesOf, sameName, type ArmyList } from '../army/read-list.js';
import type { Violation } from '../army/validate-roster.js';
import { sizesFor } from './complete-list.js';
import { describeArmy, namedList, roleName, type BuiltArmy } from './describe-army.js';
import { fits, listOf, ownViolations, type ListFrame, type Required } from './judge-list.js';
import { ListSearch, type InSteps } from './list-search.js';
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

export type BuildResult =
  | (BuiltArmy & {
      readonly kind: 'built';
      /** By names, as people write it. */
      readonly list: ArmyList;
      readonly cost: number;
      readonly costs: Readonly<Record<string, number>>;
      /** Whether no dearer list of these units exists within the limit. */
      readonly isBest: boolean;
      readonly steps: number;
    })
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
  const { improvementSteps = Infinity, chosen: asked = [] } = request;
  const forces = forcesOf(data).filter(({ hidden }) => !hidden);
  const force = calledOrFirst(request.force, forces);
  const types = data.catalogues.flatMap(({ costTypes }) => costTypes);
  const type = calledOrFirst(request.costType, types);
  if (!force) return refused(`There is no force "${request.force ?? ''}"; there are ${namesOf(forces)}.`);
  if (!type) return refused(`There is no type of cost "${request.costType ?? ''}"; there are ${namesOf(types)}.`);

  const units = availableInForce(data);
  const ruledOut = new Set(excluded.flatMap((name) => meantBy(name, units, data)));
  const wanted = wantedOf(required, { units, ruledOut, data });
  if (typeof wanted === 'string') return refused(wanted);
  const allowed = units.filter(
    (unit) => !ruledOut.has(unit) && (!isChoice(unit.entry) || asked.length > 0 || hasToBeMade(unit.entry)),
  );
  const frame = { data, force: force.id, typeId: type.id, limit };
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
  const unknown = asked.find((name) => !keepChosen(name, loadouts, data));
  if (unknown !== undefined) return refused(`There is no "${unknown}" to choose for ${data.primary.name}.`);
  for (const unit of allowed.filter(({ ownId }) => wanted.has(ownId))) {
    if (!loadouts.some((one) => one.unit === unit && fits(one, frame))) return refused(...reasonsAgainst(unit, frame));
  }
  const search = new ListSearch({
    ...frame,
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
    isInOrder: (loadout) => fits(loadout, frame),
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
  const list = listOf(frame, best.loadouts);
  return {
    kind: 'built',
    list: namedList(list, force.name, type.name, units, data),
    ...{ cost: best.cost, costs: best.verdict.costs, isBest: isComplete, steps },
    ...describeArmy(list, { force, typeId: type.id, data }),
  };
}

function calledOrFirst<T extends Parameters<typeof isCalled>[0]>(
  name: string | undefined,
  all: readonly T[],
): T | undefined {
  return name === undefined ? all[0] : all.find((one) => isCalled(one, name));
}

/** What is asked for, by the ids of units; or why it cannot be had. */
function wantedOf(
  required: NonNullable<BuildRequest['required']>,
  { units, ruledOut, data }: { units: readonly Available[]; ruledOut: ReadonlySet<Available>; data: DataSet },
): Map<string, Required[]> | string {
  const wanted = new Map<string, Required[]>();
  for (const one of required) {
    const unit = units.find(({ ownId }) => ownId === one.name) ?? unitCalled(one.name, units);
    if (!unit) return `There is no "${one.name}" in ${data.primary.name}.`;
    if (ruledOut.has(unit)) return `${unit.entry.name} is both asked for and ruled out.`;
    wanted.set(unit.ownId, [...(wanted.get(unit.ownId) ?? []), ...requiredOf(one, unit, data)]);
  }
  return wanted;
}

/** Leaves of the loadouts of a choice those that a name means. @returns false where there are none */
function keepChosen(name: string, loadouts: Loadout[], data: DataSet): boolean {
  const choices = loadouts.filter((loadout) => isChoice(loadout.unit.entry) && chooses(loadout, name, data));
  const [first] = choices;
  if (!first) return false;
  loadouts.splice(0, loadouts.length, ...loadouts.filter((one) => one.unit !== first.unit || choices.includes(one)));
  return true;
}

/** Name of the category that a unit is taken for; before conditions. */
function roleOf({ categoryLinks }: ResolvedEntry, data: DataSet): string {
  return roleName(categoryLinks.filter(({ primary }) => primary).at(-1)?.targetId, data);
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

/** Why none of the ways to take a unit is in order. */
function reasonsAgainst(unit: Available, frame: ListFrame): string[] {
  const [smallest] = loadoutsOf(unit, frame);
  return smallest ? ownViolations(smallest, frame).map(({ message }) => message) : [];
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

function namesOf(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

function refused(...reasons: string[]): BuildResult {
  return { kind: 'impossible', reasons, clash: [], steps: 0 };
}
