import {
  availableInForce,
  modelsOf,
  sizedLoadout,
  type Available,
  type DataSet,
  type ListedSelection,
} from '@arbiter/adapters-battlescribe/catalogue';
import { sameName } from '../army/read-list.js';

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
    const { least } = modelsOf(unit, data);
    const sizes = listed.models
      ? Array.from({ length: number }, () => listed.models ?? 1)
      : (sizesFor(unit, number, data) ?? Array.from({ length: number }, () => least));
    return sizes.map((models) => ({ ...sizedLoadout(unit, data, models), name }));
  });
}

/**
 * The sizes of the units that so many models of something are: as few units as can be.
 *
 * @returns undefined where no units have so many models together: the number is one of units then
 */
export function sizesFor(unit: Available, models: number, data: DataSet): number[] | undefined {
  const { least, most } = modelsOf(unit, data);
  const units = Math.ceil(models / most);
  if (most === 1 || units * least > models) return undefined;
  // All of the greatest size that leaves the smallest for each of the others.
  return Array.from({ length: units }, (_, at) => {
    const before = Math.min(at * most, models - (units - at) * least);
    const after = Math.min((at + 1) * most, models - (units - at - 1) * least);
    return after - before;
  });
}
