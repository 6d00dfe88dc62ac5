import { BattleScribeParser } from '../../catalogue/battlescribe.parser.js';
import { DataSet, readCatalogue, type Catalogue } from '../../catalogue/index.js';
import { describe, expect, it } from '@jest/globals';
import { BEASTS, beside, hedgeWars, SYSTEM } from '../../../test/hedge-wars.js';
import { LABELLED_LISTS } from '../../../test/labelled-lists.js';
import { readList } from './read-list.js';
import { validateRoster } from './validate-roster.js';

const { signal } = new AbortController();
const files = hedgeWars();
const parser = new BattleScribeParser();

/** What the reader keeps of a file for tools. */
async function catalogueOf(name: string): Promise<Catalogue> {
  const parsed = await parser.parse({ name, bytes: files.get(name)!, related: beside(files), signal });
  const data = parsed.entities?.find((entity) => entity.data !== undefined)?.data ?? '';
  return readCatalogue(JSON.parse(data))!;
}

async function dataOf(name: string): Promise<DataSet> {
  return new DataSet(await catalogueOf(name), [await catalogueOf(SYSTEM), await catalogueOf(BEASTS)]);
}

describe('lists that were labelled by reading the catalogues', () => {
  it('are forty or more, legal and illegal', () => {
    const legal = LABELLED_LISTS.filter(({ breaks }) => breaks.length === 0).length;
    expect(LABELLED_LISTS.length).toBeGreaterThanOrEqual(40);
    expect(Math.min(legal, LABELLED_LISTS.length - legal)).toBeGreaterThanOrEqual(20);
  });

  it.each(LABELLED_LISTS)('$what', async ({ catalogue, list, breaks, points }) => {
    const { roster, unknown } = readList(list, await dataOf(catalogue));
    const { legal, violations, costs, ignored } = validateRoster(roster);
    expect(unknown).toEqual([]);
    expect(violations.map(({ ruleId }) => ruleId).sort()).toEqual([...breaks].sort());
    expect(legal).toBe(breaks.length === 0);
    if (points !== undefined) expect(costs.pts).toBe(points);
    expect(ignored).toEqual([]);
  });

  it('are read by names however they are written, and say what is not there', async () => {
    const data = await dataOf('Embers - Cinder Court.cat');
    const units = [{ name: 'ASH-KNIGHT' }, { name: 'Dragon' }, { name: 'u-ember', options: [{ name: 'Banner' }] }];
    const { roster, unknown } = readList({ forces: [{ force: 'war band', units }], limits: { Gold: 1 } }, data);
    expect(roster.children[0]?.children.map(({ entry }) => entry.name)).toEqual(['Ash Knight', 'Ember Line']);
    expect(unknown).toEqual([
      'There is no type of cost "Gold"; there are pts, Seeds.',
      'There is no "Dragon" in War Band.',
      'There is no "Banner" in Ember Line.',
    ]);
  });
});
