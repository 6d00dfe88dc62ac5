import { describe, expect, it } from '@jest/globals';
import { DataSet, readCatalogue } from '../../catalogue/index.js';
import { readList } from './read-list.js';
import { validateRoster, type Verdict } from './validate-roster.js';

const everywhere = { field: 'selections', scope: 'roster', shared: true, includeChildSelections: true };
const knight = (over: Record<string, unknown> = {}) => ({
  id: 'knight',
  name: 'Knight',
  type: 'unit',
  costs: [{ typeId: 'pts', name: 'pts', value: 100 }],
  categoryLinks: [{ targetId: 'rider', primary: true }],
  ...over,
});
const dearer = (over: Record<string, unknown>) => ({ type: 'increment', field: 'pts', value: 10, ...over });

/** A list of so many knights with squires, judged by data as the editors after BattleScribe write them. */
function judge(entry: Record<string, unknown>, knights: number, squires = 0): Verdict {
  const squire = { id: 'squire', name: 'Squire', type: 'unit', costs: [{ typeId: 'pts', name: 'pts', value: 5 }] };
  const read = readCatalogue({
    catalogue: {
      id: 'c',
      name: 'Newer',
      costTypes: [{ id: 'pts', name: 'pts' }],
      categoryEntries: [{ id: 'rider', name: 'Rider' }],
      forceEntries: [{ id: 'f', name: 'Force' }],
      selectionEntries: [entry, squire],
    },
  });
  if (!read) throw new Error('no catalogue');
  const of = (name: string, count: number) => Array.from({ length: count }, () => ({ name }));
  const units = [...of('Knight', knights), ...of('Squire', squires)];
  return validateRoster(readList({ forces: [{ force: 'f', units }], limits: { pts: 500 } }, new DataSet(read)).roster);
}

describe('what newer editors write', () => {
  it('makes the third copy of a unit and those after it dearer', () => {
    const earlier = [
      { ...everywhere, scope: 'self', type: 'before', value: 1, childId: 'any' },
      { ...everywhere, scope: 'self', type: 'instanceOf', value: 1, childId: 'knight' },
    ];
    const localConditionGroups = [{ ...everywhere, type: 'atLeast', value: 2, conditions: earlier }];
    const third = knight({ modifiers: [dearer({ conditionGroups: [{ type: 'and', localConditionGroups }] })] });
    expect([1, 2, 3, 4].map((count) => judge(third, count, 3).costs.pts)).toEqual([115, 215, 325, 435]);
    expect(judge(third, 4).ignored).toEqual([]);
  });

  it('counts what meets conditions of its own', () => {
    const cheap = [{ type: 'lessThan', field: 'pts', scope: 'self', value: 50, includeChildSelections: true }];
    const notAKnight = [{ ...everywhere, scope: 'self', type: 'notInstanceOf', value: 1, childId: 'knight' }];
    const localConditionGroups = [{ ...everywhere, type: 'atLeast', value: 2, conditions: [...cheap, ...notAKnight] }];
    const proud = knight({ modifiers: [dearer({ localConditionGroups })] });
    expect([1, 2].map((squires) => judge(proud, 1, squires).costs.pts)).toEqual([105, 120]);
  });

  it('has groups of which none may hold, and groups that nobody here knows, which never hold', () => {
    const conditions = [{ ...everywhere, type: 'atLeast', value: 1, childId: 'squire' }];
    const alone = knight({ modifiers: [dearer({ conditionGroups: [{ type: 'not', conditions }] })] });
    expect([judge(alone, 1, 0).costs.pts, judge(alone, 1, 1).costs.pts]).toEqual([110, 105]);
    const odd = knight({ modifiers: [dearer({ conditionGroups: [{ type: 'greater', conditions }] })] });
    expect(judge(odd, 1, 1)).toMatchObject({ costs: { pts: 105 }, ignored: ['condition "group greater"'] });
  });

  it.each([{ scope: 'unit' }, { affects: 'self.entries.recursive.squire' }, { scope: 'force', affects: 'self' }])(
    'changes others than the entry that a modifier stands in by %j, which is told and not done to the entry',
    (reach) => {
      const verdict = judge(knight({ modifiers: [dearer(reach)] }), 1);
      expect(verdict.costs.pts).toBe(100);
      expect(verdict.ignored).toEqual([expect.stringContaining('modifier "increment of ')]);
    },
  );

  it('says itself what is wrong', () => {
    const conditions = [{ ...everywhere, type: 'lessThan', value: 1, childId: 'squire' }];
    const needy = knight({
      modifiers: [{ type: 'add', field: 'error', value: 'A knight needs a squire.', conditions }],
    });
    expect(judge(needy, 2).violations.map(({ kind, message }) => [kind, message])).toEqual([
      ['stated', 'A knight needs a squire.'],
    ]);
    expect(judge(needy, 1, 1).legal).toBe(true);
    expect(judge(needy, 0).legal).toBe(true);
  });

  it('asks for the limit of the list, for primary categories, and multiplies', () => {
    const large = { type: 'greaterThanOrEqualTo', field: 'limit::pts', scope: 'roster', value: 500 };
    const rider = { type: 'instanceOf', field: 'selections', scope: 'primary-category', value: 1, childId: 'rider' };
    const twice = (...conditions: unknown[]) => [{ type: 'multiply', field: 'pts', value: 2, conditions }];
    expect(judge(knight({ modifiers: twice(large, rider) }), 1).costs.pts).toBe(200);
    expect(judge(knight({ modifiers: twice({ ...large, value: 501 }) }), 1).costs.pts).toBe(100);
    expect(judge(knight({ modifiers: twice({ ...rider, childId: 'foot' }) }), 1).costs.pts).toBe(100);
  });
});
