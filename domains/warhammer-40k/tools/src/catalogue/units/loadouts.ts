import type { Catalogue, Modifier } from '../model/catalogue.js';
import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { availableBelow, type Available } from '../resolve/available-entries.js';
import { walkCatalogue } from '../resolve/walk-catalogue.js';
import { leastCost } from './changeable-rules.js';

/** A choice as people write it down: by its name, or by the id of its entry. */
export interface ListedSelection {
  readonly name: string;
  /** Default 1. */
  readonly number?: number;
  /** Of each, where its parts are not written down: `fillIn` gives it so many. */
  readonly models?: number;
  readonly options?: readonly ListedSelection[];
}

/** A unit as it can be taken: its size and what it has to have. */
export interface Loadout {
  readonly unit: Available;
  readonly listed: ListedSelection;
  /** Its lowest cost, of the type of cost that is limited. */
  readonly leastCost: number;
  readonly models: number;
  /** Whether one of its options is of a category that the list has to hold. */
  readonly brings: boolean;
}

/** Parts within parts that are filled in. */
const MAX_LEVELS = 8;
/** Sizes of a unit that are tried: the smallest, the largest, and some between. */
const MAX_SIZES = 4;
/** Of one unit; published ones have up to 30. */
const MAX_MODELS = 200;

export interface LoadoutTask {
  readonly data: DataSet;
  /** The type of cost that is limited, by id, and its limit. */
  readonly typeId: string;
  readonly limit: number;
  /** Categories that the list has to hold: each way is also given with an option that brings one. */
  readonly demanded?: ReadonlySet<string>;
  /** Sizes of a unit, in models, that are asked for. */
  readonly sizes?: readonly number[];
}

/** The ways to take a unit that differ in size, each with what it has to have and nothing else. */
export function loadoutsOf(
  unit: Available,
  { data, typeId, limit: allowed, demanded = new Set(), sizes = [] }: LoadoutTask,
): Loadout[] {
  const { least, most } = modelsOf(unit, data);
  const ways = isChoice(unit.entry)
    ? choicesOf(unit, data, allowed)
    : [...new Set([...sizesOf(unit, least, most, data, typeId), ...sizes])].map((size) => optionsFor(unit, data, size));
  const brings = ({ entry }: Available): boolean =>
    isChoice(entry) && !entry.hidden && entry.categoryLinks.some(({ targetId }) => demanded.has(targetId));
  const bringers = demanded.size === 0 ? [] : availableBelow(unit.entry, data).entries.filter(brings);
  const more = bringers.flatMap((option) =>
    ways
      .filter((options) => !options.some(({ name }) => name === option.ownId))
      .map((options) => [...options, listedOf(option, data, 1)]),
  );
  const loadoutOf = (options: readonly ListedSelection[], hasBringer: boolean): Loadout => ({
    unit,
    listed: { name: unit.ownId, ...(options.length > 0 && { options }) },
    leastCost: leastCost(unit.entry, typeId) + leastOf(options, unit.entry, data, typeId),
    models: most === 1 ? 1 : modelsIn(options, unit.entry, data),
    brings: hasBringer,
  });
  return [...ways.map((one) => loadoutOf(one, false)), ...more.map((one) => loadoutOf(one, true))];
}

/** What is chosen for the army as a whole, in the place of a unit. */
export function isChoice(entry: ResolvedEntry): boolean {
  return entry.kind === 'entry' && entry.type === 'upgrade';
}

/** Whether a choice for the whole army has to be made, at least under some condition; switches of what is shown do not. */
export function hasToBeMade({ constraints, modifiers }: ResolvedEntry): boolean {
  return constraints.some(
    ({ id, type, value }) =>
      type === 'min' &&
      ((setAlways(modifiers, id) ?? value) > 0 ||
        modifiers.some((one) => one.field === id && !isUnconditional(one) && Number(one.value) > 0)),
  );
}

/** A unit of so many models, as near as its rules allow. */
export function sizedLoadout(unit: Available, data: DataSet, models: number): ListedSelection {
  const options = optionsFor(unit, data, models);
  return { name: unit.ownId, ...(options.length > 0 && { options }) };
}

/** How many models a unit consists of; 1 for a model that is one by itself. */
export function modelsOf(unit: Available, data: DataSet): { readonly least: number; readonly most: number } {
  if (unit.entry.kind !== 'entry' || unit.entry.type === 'model') return { least: 1, most: 1 };
  const count = (models: number): number => modelsIn(optionsFor(unit, data, models), unit.entry, data);
  return { least: Math.max(1, count(0)), most: Math.max(1, count(MAX_MODELS)) };
}

/** Models among what is chosen within an entry, also in what those hold. */
export function modelsIn(listed: readonly ListedSelection[], within: ResolvedEntry, data: DataSet): number {
  const { entries } = availableBelow(within, data);
  return listed.reduce((sum, { name, number = 1, options = [] }) => {
    const child = entries.find(({ ownId }) => ownId === name)?.entry;
    if (child?.kind !== 'entry') return sum;
    return sum + (child.type === 'model' ? number : number * modelsIn(options, child, data));
  }, 0);
}

/** What a unit of so many models has to have: models are added where their own limits and those of their groups let them. */
function optionsFor({ entry }: Available, data: DataSet, models: number): ListedSelection[] {
  const options = needed(entry, data, 0);
  const { entries, groups } = availableBelow(entry, data);
  const numberOf = (among: readonly Available[]): number =>
    options
      .filter(({ name }) => among.some(({ ownId }) => ownId === name))
      .reduce((sum, { number = 1 }) => sum + number, 0);
  for (const model of defaultsFirst(entries, groups)) {
    if (model.entry.kind !== 'entry' || model.entry.type !== 'model' || model.entry.hidden) continue;
    const around = groups.filter((group) => model.ids.has(group.entry.id));
    const room = [
      limit(model.entry, 'max', Infinity) - numberOf([model]),
      ...around.map(
        (group) => limit(group.entry, 'max', Infinity) - numberOf(entries.filter(({ ids }) => ids.has(group.entry.id))),
      ),
    ];
    // What nothing limits is not meant to grow.
    const most = Math.min(...room);
    const more = Number.isFinite(most) ? Math.min(most, models - modelsIn(options, entry, data)) : 0;
    if (more <= 0) continue;
    const at = options.findIndex(({ name }) => name === model.ownId);
    const before = options[at];
    if (before) options[at] = { ...before, number: (before.number ?? 1) + more };
    else options.push({ ...listedOf(model, data, 1), number: more });
  }
  return inAll(options, entry, data, 1);
}

/** What each of several models has, collective entries say of all of them together: ten models have ten rifles. */
function inAll(
  listed: readonly ListedSelection[],
  within: ResolvedEntry,
  data: DataSet,
  holders: number,
): ListedSelection[] {
  const { entries } = availableBelow(within, data);
  return listed.map((one) => {
    const child = entries.find(({ ownId }) => ownId === one.name)?.entry;
    if (!child) return one;
    const number = (one.number ?? 1) * (child.collective ? holders : 1);
    const options = one.options && inAll(one.options, child, data, number);
    return { ...one, number, ...(options && { options }) };
  });
}

/** Default choices come first; the others follow in the order of the data. */
function defaultsFirst(entries: readonly Available[], groups: readonly Available[]): Available[] {
  const wanted = new Set(
    groups.flatMap(({ entry }) => (entry.kind === 'group' ? [entry.defaultSelectionEntryId] : [])),
  );
  const isDefault = ({ entry, ownId }: Available): boolean => wanted.has(ownId) || wanted.has(entry.id);
  return [...entries.filter(isDefault), ...entries.filter((one) => !isDefault(one))];
}

/**
 * The ways to take a choice for the whole army, such as its detachment: one for each choice of its first group that asks for
 * one. None is as good as another: what they allow differs. Of those that are for a number of points, those that are enough,
 * the least first.
 */
function choicesOf({ entry }: Available, data: DataSet, points: number): ListedSelection[][] {
  const smallest = needed(entry, data, 0);
  const { entries, groups } = availableBelow(entry, data);
  const asking = groups.find((group) => limit(group.entry, 'min', 0) === 1);
  const choices = asking ? entries.filter(({ ids, entry: choice }) => ids.has(asking.entry.id) && !choice.hidden) : [];
  if (choices.length < 2) return [smallest];
  const others = smallest.filter(({ name }) => !choices.some(({ ownId }) => ownId === name));
  const enough = choices.filter(({ entry: { name } }) => pointsSaidBy(name) >= points);
  enough.sort((a, b) => pointsSaidBy(a.entry.name) - pointsSaidBy(b.entry.name));
  const suited = enough.length > 0 ? enough : choices;
  return suited.map((choice) => [...others, listedOf(choice, data, 1)]);
}

/** What has to be chosen within an entry: minima, and of groups the default or else the first choice. */
function needed(entry: ResolvedEntry, data: DataSet, level: number): ListedSelection[] {
  if (level > MAX_LEVELS) return [];
  const { entries, groups } = availableBelow(entry, data);
  const chosen: ListedSelection[] = entries.flatMap((child) => {
    const number = child.entry.hidden ? 0 : limit(child.entry, 'min', 0);
    return number > 0 ? [{ ...listedOf(child, data, level + 1), number }] : [];
  });
  for (const group of groups) {
    const choices = entries.filter(({ ids, entry: choice }) => ids.has(group.entry.id) && !choice.hidden);
    const already = chosen
      .filter(({ name }) => choices.some(({ ownId }) => ownId === name))
      .reduce((sum, { number = 1 }) => sum + number, 0);
    let missing = (group.entry.hidden ? 0 : limit(group.entry, 'min', 0)) - already;
    for (const choice of defaultsFirst(choices, [group])) {
      const number = Math.min(missing, limit(choice.entry, 'max', Infinity));
      if (number <= 0 || chosen.some(({ name }) => name === choice.ownId)) continue;
      chosen.push({ ...listedOf(choice, data, level + 1), number });
      missing -= number;
    }
  }
  return chosen;
}

function listedOf({ entry, ownId }: Available, data: DataSet, level: number): ListedSelection {
  return { name: ownId, options: needed(entry, data, level) };
}

/** The smallest and the largest; those between only where each model has its price, so that they fill what is left. */
function sizesOf(unit: Available, least: number, most: number, data: DataSet, typeId: string): number[] {
  const costOf = (models: number): number => leastOf(optionsFor(unit, data, models), unit.entry, data, typeId);
  return costOf(least) === costOf(most) ? [...new Set([least, most])] : sizesBetween(least, most);
}

function sizesBetween(min: number, max: number): number[] {
  const steps = Math.min(MAX_SIZES - 1, max - min);
  return [
    ...new Set(
      Array.from({ length: steps + 1 }, (_, step) => min + Math.round(((max - min) * step) / Math.max(1, steps))),
    ),
  ];
}

function limit({ constraints, modifiers }: ResolvedEntry, type: 'min' | 'max', fallback: number): number {
  const values = constraints
    .filter((one) => one.type === type && one.scope === 'parent' && one.field === 'selections')
    .map(({ id, value }) => setAlways(modifiers, id) ?? value)
    .filter((value) => value >= 0);
  if (values.length === 0) return fallback;
  return type === 'min' ? Math.max(...values) : Math.min(...values);
}

/** The value to which a field is set unconditionally: some editors write a minimum of one, and set it to none. */
function setAlways(modifiers: readonly Modifier[], field: string): number | undefined {
  const always = modifiers.filter((one) => one.type === 'set' && one.field === field && isUnconditional(one));
  const value = Number(always.at(-1)?.value);
  return Number.isFinite(value) ? value : undefined;
}

function isUnconditional({ when }: Modifier): boolean {
  return when.kind === 'all' && when.of.length === 0;
}

function leastOf(listed: readonly ListedSelection[], within: ResolvedEntry, data: DataSet, typeId: string): number {
  const { entries } = availableBelow(within, data);
  return listed.reduce((sum, { name, number = 1, options = [] }) => {
    const child = entries.find(({ ownId }) => ownId === name);
    return child ? sum + number * leastCost(child.entry, typeId) + leastOf(options, child.entry, data, typeId) : sum;
  }, 0);
}

/** "2. Strike Force (2000 Point limit)" → 2000; NaN where a name says none */
export function pointsSaidBy(name: string): number {
  const [, digits = ''] = /(\d[\d,]{1,8})[ -](?:points?|pts)\b/i.exec(name) ?? [];
  return digits === '' ? Number.NaN : Number(digits.replaceAll(',', ''));
}

/** Name of a game system's smallest battle size with enough points; undefined if no name states enough. */
export function smallestBattleFor(points: number, system: Catalogue): string | undefined {
  let [smallest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const { kind, node } of walkCatalogue(system)) {
    const said = kind === 'entry' && node.kind === 'entry' ? pointsSaidBy(node.name) : Number.NaN;
    if (said >= points && said < least) [smallest, least] = [node.name, said];
  }
  return smallest;
}
