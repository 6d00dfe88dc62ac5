import { ArbiterError, type EntityDescription } from '@arbiter/contracts';
import {
  availableInForce,
  fillIn,
  forcesOf,
  sameName,
  readList,
  type DataSet,
  type ListedSelection,
  type ReadList,
} from '@arbiter/roster';
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

export interface ReadArmy extends ReadList {
  readonly book: OpenedBook;
  /** What the library describes of the units, each once. */
  readonly described: readonly EntityDescription[];
}

/** Opens what a list is built from, and looks up what it names. @throws ArbiterError as ArmyBooks does */
export async function readArmy(
  { faction, force, units, points }: ListedArmy,
  books: ArmyBooks,
  call: ToolCall,
): Promise<ReadArmy> {
  const named = new Map<string, EntityDescription | undefined>();
  for (const { name } of units) if (!named.has(name)) named.set(name, await books.unit(name, call));
  const described = [...new Map([...named.values()].flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
  const [first] = described;
  if (faction === undefined && !first) {
    throw new ArbiterError('NOT_FOUND', `There is no unit "${units[0]?.name ?? ''}".`);
  }
  const book =
    first && faction === undefined ? await books.openFor(first, call) : await books.open(faction ?? '', call);
  const { data } = book;
  const kind = force ?? forcesOf(data).find(({ hidden }) => !hidden)?.name ?? '';
  const costType = data.catalogues.flatMap(({ costTypes }) => costTypes)[0];
  const limits = points !== undefined && costType ? { [costType.id]: points } : undefined;
  const called = units.map((unit) => ({
    ...unit,
    name: isKnown(unit.name, data) ? unit.name : (named.get(unit.name)?.name ?? unit.name),
  }));
  const filled = fillIn(called, data);
  return {
    book,
    described,
    ...readList({ forces: [{ force: kind, units: filled }], ...(limits && { limits }) }, data),
  };
}

/** Whether the data themselves have a unit of the name: a list may call it by a link or an id. */
function isKnown(name: string, data: DataSet): boolean {
  return availableInForce(data).some(({ entry, ownId }) => ownId === name || sameName(entry.name, name));
}

/** Whether an entity has a name, or goes by it. */
export function isCalled({ name, aliases }: EntityDescription, wanted: string): boolean {
  return [name, ...aliases].some((one) => sameName(one, wanted));
}
