import { availableInForce } from '../army/available-entries.js';
import { sameName, type ListedSelection } from '../army/read-list.js';
import type { DataSet } from '../resolve/data-set.js';
import { loadoutsOf } from './loadouts.js';

/**
 * Units of a list that name neither parts nor options with what they have to have, at their smallest size; one that stands
 * for several as so many. What the data do not have stays as it is.
 */
export function fillIn(units: readonly ListedSelection[], data: DataSet): ListedSelection[] {
  const available = availableInForce(data);
  const [type] = data.catalogues.flatMap(({ costTypes }) => costTypes);
  return units.flatMap((listed) => {
    const { name, number = 1, options } = listed;
    const unit = available.find(({ entry, ownId }) => ownId === name || sameName(entry.name, name));
    const [smallest] = unit && options === undefined ? loadoutsOf(unit, data, type?.id ?? '') : [];
    const parts = options ?? smallest?.listed.options ?? [];
    const one: ListedSelection = { name, ...(parts.length > 0 && { options: parts }) };
    return Array.from({ length: Math.max(1, Math.floor(number)) }, () => one);
  });
}
