import { availableInForce, type Available } from '../army/available-entries.js';
import { sameName, type ListedSelection } from '../army/read-list.js';
import type { DataSet } from '../resolve/data-set.js';
import { modelsOf, sizedLoadout } from './loadouts.js';

/**
 * Units of a list that name neither parts nor options, with what they have to have. A number is one of models where a unit can
 * have so many: "10 Necron Warriors" are one unit. Of more models than a unit can have, as few units as there must be; of
 * fewer, so many units of the smallest size. What the data do not have stays as it is.
 */
export function fillIn(units: readonly ListedSelection[], data: DataSet): ListedSelection[] {
  const available = availableInForce(data);
  return units.flatMap((listed) => {
    const { name, options } = listed;
    const number = Math.max(1, Math.floor(listed.number ?? 1));
    const unit = available.find(({ entry, ownId }) => ownId === name || sameName(entry.name, name));
    if (!unit || options) {
      const one: ListedSelection = { name, ...(options && options.length > 0 && { options }) };
      return Array.from({ length: number }, () => one);
    }
    const sizes = listed.models
      ? Array.from({ length: number }, () => listed.models ?? 1)
      : sizesFor(unit, number, data);
    return sizes.map((models) => ({ ...sizedLoadout(unit, data, models), name }));
  });
}

/** The sizes of the units that so many of something are. */
function sizesFor(unit: Available, number: number, data: DataSet): number[] {
  const { least, most } = modelsOf(unit, data);
  if (number < least || most === 1 || number === 1) return Array.from({ length: number }, () => least);
  const full = Math.floor(number / most);
  const rest = number % most;
  const sizes = Array.from({ length: full }, () => most);
  return rest === 0 ? sizes : [...sizes, Math.max(least, rest)];
}
