import { DataSet, readCatalogue } from '../src/catalogue/index.js';

export interface SmallUnit {
  readonly cost: number;
  /** In the whole list. */
  readonly max: number;
  readonly isLeader: boolean;
  /** The unit that makes it cheaper by five when it is in the list; its own place for none. */
  readonly cheaperWith: number;
}

export interface SmallGame {
  readonly units: readonly SmallUnit[];
  readonly leaders: { readonly min: number; readonly max: number };
  /** How many more leaders there may be for each pair of unit 0. */
  readonly moreLeaders: number;
  readonly limit: number;
}

const CHEAPER = 5;

/** A game of a few units and no parts, as data. */
export function dataOf({ units, leaders, moreLeaders }: SmallGame): DataSet {
  const limitOf = (type: string, value: number) => ({
    id: `k-${type}`,
    type,
    value,
    field: 'selections',
    scope: 'parent',
  });
  const inList = { field: 'selections', scope: 'roster', includeChildSelections: true, shared: true };
  const catalogue = {
    id: 'c',
    name: 'Small',
    costTypes: [{ id: 'pts', name: 'pts' }],
    categoryEntries: [
      { id: 'leader', name: 'Leader' },
      { id: 'other', name: 'Other' },
    ],
    forceEntries: [
      {
        id: 'f',
        name: 'Force',
        categoryLinks: [
          {
            targetId: 'leader',
            name: 'Leader',
            constraints: [limitOf('min', leaders.min), limitOf('max', leaders.max)],
            modifiers: [
              {
                type: 'increment',
                field: 'k-max',
                value: moreLeaders,
                repeats: [{ ...inList, value: 2, repeats: 1, childId: 'u0' }],
              },
            ],
          },
          { targetId: 'other', name: 'Other' },
        ],
      },
    ],
    selectionEntries: units.map(({ cost, max, isLeader, cheaperWith }, at) => ({
      id: `u${at}`,
      name: `Unit ${at}`,
      type: 'unit',
      costs: [{ typeId: 'pts', name: 'pts', value: cost }],
      constraints: [{ ...inList, id: `k${at}`, type: 'max', value: max }],
      categoryLinks: [{ targetId: isLeader ? 'leader' : 'other', primary: true }],
      modifiers:
        cheaperWith === at
          ? []
          : [
              {
                type: 'decrement',
                field: 'pts',
                value: CHEAPER,
                conditions: [{ ...inList, type: 'atLeast', value: 1, childId: `u${cheaperWith}` }],
              },
            ],
    })),
  };
  const read = readCatalogue({ catalogue });
  if (!read) throw new Error('the game is no catalogue');
  return new DataSet(read);
}

/** Cost of a list with so many of each unit, computed from the game and not from its data. */
export function costOf({ units }: SmallGame, counts: readonly number[]): number {
  return units.reduce((sum, { cost, cheaperWith }, at) => {
    const isCheaper = cheaperWith !== at && (counts[cheaperWith] ?? 0) > 0;
    return sum + (counts[at] ?? 0) * (cost - (isCheaper ? CHEAPER : 0));
  }, 0);
}

/** Whether such a list is legal, in the same way. */
export function isLegal(game: SmallGame, counts: readonly number[]): boolean {
  const { units, leaders, moreLeaders, limit } = game;
  const count = units.reduce((sum, { isLeader }, at) => sum + (isLeader ? (counts[at] ?? 0) : 0), 0);
  const most = leaders.max + Math.floor((counts[0] ?? 0) / 2) * moreLeaders;
  return (
    units.every(({ max }, at) => (counts[at] ?? 0) <= max) &&
    count >= leaders.min &&
    count <= most &&
    costOf(game, counts) <= limit
  );
}

/** All lists of a small game that its limits on single units allow. */
export function* everyList({ units }: SmallGame): Generator<number[]> {
  const counts = units.map(() => 0);
  for (;;) {
    yield [...counts];
    let at = 0;
    while (at < units.length && counts[at] === units[at]?.max) counts[at++] = 0;
    if (at === units.length) return;
    counts[at] = (counts[at] ?? 0) + 1;
  }
}
