import {
  availableBelow,
  availableInForce,
  hasToBeMade,
  isChoice,
  loadoutsOf,
  modelsOf,
  sizedLoadout,
  type Available,
  type DataSet,
  type ListedSelection,
} from '../../catalogue/index.js';
import { readList, sameName, type ArmyList } from '../army/read-list.js';
import { validateRoster, type Verdict } from '../army/validate-roster.js';

export interface CompletedList {
  readonly list: ArmyList;
  readonly verdict: Verdict;
  /** The added choices, each as "Detachment: Gladius Task Force". */
  readonly chosen: readonly string[];
}

/** Lists that are judged, at most, some 3 ms each: a choice has few ways, and the first that mends something is taken. */
const MAX_JUDGED = 40;

/**
 * Completes a list with the choices that people omit when they write one down. They are choices for the whole army, such as
 * its detachment and the size of the battle, and an option of one unit, such as the warlord. No unit is added. Choices that
 * mend nothing are left out.
 */
export function completeList(list: ArmyList, data: DataSet): CompletedList {
  let best: CompletedList = { list, verdict: verdictOn(list, data), chosen: [] };
  let judged = 0;
  for (let isMended = true; isMended && !best.verdict.legal;) {
    isMended = false;
    for (const { units, said } of waysToMend(best, data)) {
      if (++judged > MAX_JUDGED) return best;
      const tried = withUnits(best.list, units);
      const verdict = verdictOn(tried, data);
      if (verdict.violations.length >= best.verdict.violations.length) continue;
      best = { list: tried, verdict, chosen: [...best.chosen, said] };
      isMended = true;
      break;
    }
  }
  return best;
}

function verdictOn(list: ArmyList, data: DataSet): Verdict {
  return validateRoster(readList(list, data).roster);
}

interface Way {
  readonly units: readonly ListedSelection[];
  readonly said: string;
}

function* waysToMend(completed: CompletedList, data: DataSet): Generator<Way> {
  const units = completed.list.forces[0]?.units ?? [];
  const available = availableInForce(data);
  yield* choicesToAdd(completed, { units, available, data });
  yield* optionsToAdd(completed, { units, available, data });
}

interface Frame {
  readonly units: readonly ListedSelection[];
  readonly available: readonly Available[];
  readonly data: DataSet;
}

function isCalled({ entry, ownId }: Available, name: string): boolean {
  return ownId === name || sameName(entry.name, name);
}

/** For the whole army. */
function* choicesToAdd({ list, verdict }: CompletedList, { units, available, data }: Frame): Generator<Way> {
  const types = data.catalogues.flatMap(({ costTypes }) => costTypes);
  const typeId = types[0]?.id ?? '';
  const limit = Object.values(list.limits ?? {})[0] ?? verdict.costs[types[0]?.name ?? ''] ?? 0;
  for (const choice of available) {
    if (!isChoice(choice.entry) || !hasToBeMade(choice.entry)) continue;
    if (units.some(({ name }) => isCalled(choice, name))) continue;
    for (const { listed } of loadoutsOf(choice, { data, typeId, limit })) {
      const names = (listed.options ?? []).map((one) => nameBelow(choice, one.name, data));
      yield { units: [...units, listed], said: [choice.entry.name, names.join(', ')].filter(Boolean).join(': ') };
    }
  }
}

/** Of one unit. */
function* optionsToAdd({ verdict }: CompletedList, { units, available, data }: Frame): Generator<Way> {
  const isMissing = (categoryId: string): boolean =>
    verdict.violations.some(
      ({ kind, message }) => kind === 'too-few' && message.startsWith(`${data.nameOf(categoryId)}: `),
    );
  for (const [at, unit] of units.entries()) {
    const one = available.find((other) => isCalled(other, unit.name));
    if (!one || isChoice(one.entry)) continue;
    for (const option of availableBelow(one.entry, data).entries) {
      if (!isChoice(option.entry) || option.entry.hidden) continue;
      if (!option.entry.categoryLinks.some(({ targetId }) => isMissing(targetId))) continue;
      const options = [...(unit.options ?? []), { name: option.ownId }];
      yield { units: units.with(at, { ...unit, options }), said: `${option.entry.name}: ${one.entry.name}` };
    }
  }
}

function nameBelow({ entry }: Available, ownId: string, data: DataSet): string {
  return availableBelow(entry, data).entries.find((one) => one.ownId === ownId)?.entry.name ?? ownId;
}

function withUnits({ forces: [first, ...others], ...rest }: ArmyList, units: readonly ListedSelection[]): ArmyList {
  return { ...rest, forces: first ? [{ ...first, units }, ...others] : others };
}

/**
 * Adds the mandatory parts to listed units that name neither parts nor options. A number counts models if a unit can have so
 * many: "10 Necron Warriors" are one unit. More models than a unit can have become as few units as possible. A number below
 * the smallest size counts units of that size. Units that the data lack stay unchanged.
 */
export function fillIn(units: readonly ListedSelection[], data: DataSet): ListedSelection[] {
  const available = availableInForce(data);
  return units.flatMap((listed) => {
    const { name, options } = listed;
    const number = Math.max(1, Math.floor(listed.number ?? 1));
    const unit = available.find((one) => isCalled(one, name));
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
