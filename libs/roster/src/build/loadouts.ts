import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { availableBelow, type Available } from '../army/available-entries.js';
import type { ListedSelection } from '../army/read-list.js';
import { leastCost } from './changeable-rules.js';

/** A unit as it can be taken: its size and what it has to have. */
export interface Loadout {
  readonly unit: Available;
  readonly listed: ListedSelection;
  /** What it costs at least, of the type of cost that is limited. */
  readonly leastCost: number;
}

/** Parts within parts that are filled in. */
const MAX_LEVELS = 8;
/** Sizes of a unit that are tried: the smallest, the largest, and some between. */
const MAX_SIZES = 4;

/** The ways to take a unit that differ in size, each with what it has to have and nothing else. */
export function loadoutsOf(unit: Available, data: DataSet, typeId: string): Loadout[] {
  const smallest = needed(unit.entry, data, 0);
  const growing = availableBelow(unit.entry, data).entries.find(
    ({ entry }) =>
      entry.kind === 'entry' && entry.type === 'model' && limit(entry, 'max', Infinity) > limit(entry, 'min', 0),
  );
  const sizes = growing ? sizesOf(growing) : [];
  const options =
    growing && sizes.length > 0
      ? sizes.map((number) => [
          ...smallest.filter(({ name }) => name !== growing.ownId),
          { ...listedOf(growing, data, 0), number },
        ])
      : [smallest];
  return options.map((some) => ({
    unit,
    listed: { name: unit.ownId, options: some },
    leastCost: leastCost(unit.entry, typeId) + leastOf(some, unit.entry, data, typeId),
  }));
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
    const missing = (group.entry.hidden ? 0 : limit(group.entry, 'min', 0)) - already;
    const choice = defaultOf(group.entry, choices);
    if (missing > 0 && choice) chosen.push({ ...listedOf(choice, data, level + 1), number: missing });
  }
  return chosen;
}

function defaultOf(group: ResolvedEntry, choices: readonly Available[]): Available | undefined {
  const wanted = group.kind === 'group' ? group.defaultSelectionEntryId : '';
  return choices.find(({ entry, ownId }) => wanted !== '' && (ownId === wanted || entry.id === wanted)) ?? choices[0];
}

function listedOf({ entry, ownId }: Available, data: DataSet, level: number): ListedSelection {
  return { name: ownId, options: needed(entry, data, level) };
}

function sizesOf({ entry }: Available): number[] {
  const min = Math.max(1, limit(entry, 'min', 0));
  const max = limit(entry, 'max', Infinity);
  if (!Number.isFinite(max)) return [min];
  const steps = Math.min(MAX_SIZES - 1, max - min);
  return [
    ...new Set(
      Array.from({ length: steps + 1 }, (_, step) => min + Math.round(((max - min) * step) / Math.max(1, steps))),
    ),
  ];
}

function limit({ constraints }: ResolvedEntry, type: 'min' | 'max', fallback: number): number {
  const own = constraints.filter(
    (one) => one.type === type && one.scope === 'parent' && one.field === 'selections' && one.value >= 0,
  );
  if (own.length === 0) return fallback;
  const values = own.map(({ value }) => value);
  return type === 'min' ? Math.max(...values) : Math.min(...values);
}

function leastOf(listed: readonly ListedSelection[], within: ResolvedEntry, data: DataSet, typeId: string): number {
  const { entries } = availableBelow(within, data);
  return listed.reduce((sum, { name, number = 1, options = [] }) => {
    const child = entries.find(({ ownId }) => ownId === name);
    return child ? sum + number * leastCost(child.entry, typeId) + leastOf(options, child.entry, data, typeId) : sum;
  }, 0);
}
