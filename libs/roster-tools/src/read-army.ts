import { forcesOf, readList, type ListedSelection, type ReadList } from '@arbiter/roster';
import type { ToolCall } from '@arbiter/tool-sdk';
import type { ArmyBooks, OpenedBook } from './army-books.js';

export interface ListedArmy {
  readonly faction: string;
  readonly force?: string;
  readonly units: readonly ListedSelection[];
  /** Of the type of cost that the data have first. */
  readonly points?: number;
}

export interface ReadArmy extends ReadList {
  readonly book: OpenedBook;
}

/** Opens what a list is built from, and looks up what it names. @throws ArbiterError as ArmyBooks does */
export async function readArmy(
  { faction, force, units, points }: ListedArmy,
  books: ArmyBooks,
  call: ToolCall,
): Promise<ReadArmy> {
  const book = await books.open(faction, call);
  const { data } = book;
  const kind = force ?? forcesOf(data).find(({ hidden }) => !hidden)?.name ?? '';
  const costType = data.catalogues.flatMap(({ costTypes }) => costTypes)[0];
  const limits = points !== undefined && costType ? { [costType.id]: points } : undefined;
  return { book, ...readList({ forces: [{ force: kind, units }], ...(limits && { limits }) }, data) };
}
