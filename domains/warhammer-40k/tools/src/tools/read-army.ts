import { ArbiterError, type EntityDescription } from '@arbiter/contracts';
import { availableInForce, modelsOf, type DataSet, type ListedSelection } from '../catalogue/index.js';
import { fillIn, forcesOf, sizesFor, sameName, readList, type ArmyList, type ReadList } from '../roster/index.js';
import type { ToolCall } from '@arbiter/tool-sdk';
import type { ArmyBooks, OpenedBook } from './army-books.js';

export interface ListedArmy {
  /** Absent: the one that its first unit is of. */
  readonly faction?: string;
  readonly force?: string;
  readonly units: readonly ListedSelection[];
  /** Of the type of cost that the data have first. */
  readonly points?: number;
}

/** A number of models that no unit has, nor several together. */
export interface ImpossibleSize {
  readonly name: string;
  readonly wanted: number;
  readonly least: number;
  readonly most: number;
}

export interface ReadArmy extends ReadList {
  /** Of these one unit of the smallest size is read instead. */
  readonly sizes: readonly ImpossibleSize[];
  readonly book: OpenedBook;
  /** The list as read, with the mandatory parts of its units. */
  readonly list: ArmyList;
  /** Descriptions of the units in the library, each once. */
  readonly described: readonly EntityDescription[];
}

/** Names of which a number is one of units: "2 Terminator Squads". */
const GROUPS = /\b(?:squads?|units?|teams?|mobs?|packs?|bands?|broods?)$/i;

/**
 * Opens the books of a list and looks up the units that it names.
 *
 * @param areModels whether a number must count models if units have several; in a list it may count units
 * @throws ArbiterError as ArmyBooks does
 */
export async function readArmy(
  { faction, force, units, points }: ListedArmy,
  books: ArmyBooks,
  call: ToolCall,
  areModels = false,
): Promise<ReadArmy> {
  const opened = faction === undefined ? undefined : await books.open(faction, call);
  const named = new Map<string, EntityDescription | undefined>();
  for (const { name } of units) {
    if (named.has(name)) continue;
    named.set(name, (opened && (await books.unitIn(opened, name, call))) ?? (await books.unit(name, call)));
  }
  const described = [...new Map([...named.values()].flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
  const book = opened ?? (await bookOf(described, books, areModels, call));
  if (!book) throw new ArbiterError('NOT_FOUND', `There is no unit "${units[0]?.name ?? ''}".`);
  const { data } = book;
  const kind = force ?? forcesOf(data).find(({ hidden }) => !hidden)?.name ?? '';
  const costType = data.catalogues.flatMap(({ costTypes }) => costTypes)[0];
  const limits = points !== undefined && costType ? { [costType.id]: points } : undefined;
  const called = units.map((unit) => ({
    ...unit,
    name: isKnown(unit.name, data) ? unit.name : (named.get(unit.name)?.name ?? unit.name),
  }));
  const sizes = areModels ? units.map((unit, at) => impossibleSize(unit, called[at]?.name ?? '', data)) : [];
  const possible = called.map((unit, at) => (sizes[at] ? { ...unit, number: 1 } : unit));
  const list = { forces: [{ force: kind, units: fillIn(possible, data) }], ...(limits && { limits }) };
  return {
    ...{ book, described, list },
    sizes: sizes.filter((size) => size !== undefined),
    ...readList(list, data),
  };
}

/** Finds the book for units without a stated faction. A list belongs to a faction even if a library defines its units. */
async function bookOf(
  units: readonly EntityDescription[],
  books: ArmyBooks,
  areModels: boolean,
  call: ToolCall,
): Promise<OpenedBook | undefined> {
  const [first] = units;
  const faction = areModels ? undefined : await books.fieldedBy(units, call);
  if (faction) return books.openOf(faction, call);
  return first && books.openFor(first, call);
}

function impossibleSize(
  { name, number = 1, models, options }: ListedSelection,
  called: string,
  data: DataSet,
): ImpossibleSize | undefined {
  if (options || number === 1 || models !== undefined || GROUPS.test(name)) return undefined;
  const unit = availableInForce(data).find(({ entry, ownId }) => ownId === called || sameName(entry.name, called));
  if (!unit || modelsOf(unit, data).most === 1 || sizesFor(unit, number, data)) return undefined;
  return { name: unit.entry.name, wanted: number, ...modelsOf(unit, data) };
}

/** Whether the data themselves have a unit of the name: a list may call it by a link or an id. */
function isKnown(name: string, data: DataSet): boolean {
  return availableInForce(data).some(({ entry, ownId }) => ownId === name || sameName(entry.name, name));
}

/** Whether an entity has a name, or goes by it. */
export function isCalled({ name, aliases }: EntityDescription, wanted: string): boolean {
  return [name, ...aliases].some((one) => sameName(one, wanted));
}
