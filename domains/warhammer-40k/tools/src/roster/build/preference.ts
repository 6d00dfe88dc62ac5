import { holdsWords, weaponOutput, type DataSet, type Loadout, type Range } from '../../catalogue/index.js';

/** Fit of a loadout with the emphasis of the list, 0–1. */
export type Preference = (loadout: Loadout) => number;

/**
 * Prefers weapons of a range, by their output for the points they cost, or units with a keyword.
 *
 * @param emphasis `ranged`, `melee`, or the name of a category
 */
export function preferenceFor(emphasis: string, loadouts: readonly Loadout[], data: DataSet): Preference {
  if (!isRange(emphasis))
    return ({ unit }) =>
      unit.entry.categoryLinks.some(({ name, targetId }) => holdsWords(name || data.nameOf(targetId), emphasis))
        ? 1
        : 0;
  const worth = new Map(loadouts.map((loadout) => [loadout, outputForPoints(loadout, emphasis, data)]));
  const sorted = [...worth.values()].sort((a, b) => a - b);
  // Its rank among all: one weapon that is off the scale does not make all the others equal.
  return (loadout) => {
    const own = worth.get(loadout) ?? 0;
    const below = sorted.findIndex((one) => one >= own);
    return own === 0 || sorted.length < 2 ? 0 : below / (sorted.length - 1);
  };
}

function outputForPoints({ unit, listed, leastCost }: Loadout, range: Range, data: DataSet): number {
  return weaponOutput(unit.entry, listed.options ?? [], range, data) / Math.max(1, leastCost);
}

export function isRange(emphasis: string): emphasis is Range {
  return emphasis === 'ranged' || emphasis === 'melee';
}
