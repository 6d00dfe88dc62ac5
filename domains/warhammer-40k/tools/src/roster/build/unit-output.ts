import type { DataSet, ResolvedEntry } from '../resolve/data-set.js';
import { sizedLoadout } from './loadouts.js';
import { weaponOutput, type Range } from './weapon-output.js';

/** Decimals that are kept: the reckoning is no finer. */
const TENTHS = 10;

/** What the weapons do that a unit has in its smallest form, where nobody chooses others: as `weaponOutput` reckons it. */
export function unitOutput(entry: ResolvedEntry, data: DataSet): Readonly<Record<Range, number>> {
  const { options = [] } = sizedLoadout({ entry, ids: new Set([entry.id]), ownId: entry.id }, data, 0);
  const of = (range: Range): number => Math.round(weaponOutput(entry, options, range, data) * TENTHS) / TENTHS;
  return { ranged: of('ranged'), melee: of('melee') };
}
