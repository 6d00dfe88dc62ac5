import { tellSelection } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { type WorldLibrary, worldLibraryOf } from '../../../test/world.library.js';
import { UNLIMITED } from '../../calls/time-budget.js';
import { SelectionTeller } from './selection-teller.js';
import { statedAmounts } from './stated-amounts.js';

const { signal } = new AbortController();
/** Each states its number otherwise: a sentence, a field of a form, and a row of a table in another document. */
const WARDS = {
  'place/elm-ward.md': 'Elm Ward is a ward for children. It has 24 beds.',
  'place/birch-ward.md': 'Birch Ward is a ward for surgery.\n\nBeds: 18',
  'place/oak-ward.md': 'Oak Ward is a ward for the old.',
  'place/register.md': 'Ward: Oak Ward; Beds: 30; Head: Mara Fell\n\nThe register is kept by the porter.',
};
const INNS = {
  'place/gilded-eel.md': 'The Gilded Eel is an inn on the quay. The Gilded Eel charges three wicks a night.',
  'place/blue-boar.md': 'The Blue Boar is an inn by the gate.\n\nPrice: 5 wicks',
};

async function tell(
  query: string,
  documents: Readonly<Record<string, string>>,
  {
    sessions = {},
    change,
  }: { sessions?: Record<number, string>; change?: (library: WorldLibrary) => Promise<void> } = {},
) {
  const library = await worldLibraryOf('works', { documents, sessions });
  await change?.(library);
  const { statement } = await new SelectionTeller(library).tell(
    tellSelection.input.parse({ query }),
    signal,
    UNLIMITED,
  );
  return statement;
}
const said = async (...asked: Parameters<typeof tell>) => (await tell(...asked))?.text ?? null;

describe('numbers of things over several documents', () => {
  it('are counted by a bound, each with the place that states it', async () => {
    const statement = await tell('Which wards have more than 20 beds?', WARDS);
    expect(statement?.text).toMatch(/^2 wards have over 20 beds: /u);
    const cited = Object.fromEntries(
      [...statement!.text.matchAll(/((?:Elm|Birch|Oak) Ward) \((\d+)\) \[(\d)\]/gu)].map(
        ([, name = '', number, marker]) => [name, [number, statement!.passages[Number(marker) - 1]?.text.trim()]],
      ),
    );
    expect(cited).toEqual({
      'Elm Ward': ['24', 'Elm Ward is a ward for children. It has 24 beds.'],
      'Oak Ward': ['30', 'Ward: Oak Ward; Beds: 30; Head: Mara Fell'],
    });
  });

  it('are compared and added up', async () => {
    expect(await said('Which ward has the most beds?', WARDS)).toBe(
      'The ward with the most beds is Oak Ward (30 beds) [1]; the others are Elm Ward (24 beds) [2] and Birch Ward (18 beds) [3].',
    );
    expect(await said('How many beds do the wards have in total?', WARDS)).toMatch(
      /^The 3 wards have 72 beds in total: /u,
    );
    expect(await said('What is the average number of beds of the wards?', WARDS)).toMatch(/have 24 beds on average/u);
    expect(await said('What is the cheapest inn?', INNS)).toBe(
      'The inn with the least cost is Gilded Eel (3 wicks) [1]; the others are Blue Boar (5 wicks) [2].',
    );
  });

  it('are read from front matter, and conflict with a text that states another', async () => {
    const withBeds = (beds: number | string) => async (library: WorldLibrary) => {
      const document = (await library.documents.get('place/oak-ward.md', signal))!;
      const text = (await library.documents.text(document.id, signal))!;
      await library.documents.put({ ...document, metadata: { beds } }, text, signal);
    };
    const { 'place/register.md': _, ...unlisted } = WARDS;
    for (const beds of [33, '33 beds']) {
      const statement = await tell('Which ward has the most beds?', unlisted, { change: withBeds(beds) });
      expect(statement?.text).toMatch(/is Oak Ward \(33 beds\) \[1\]/u);
      expect(statement?.passages[0]).toMatchObject({ source: 'place/oak-ward.md', metadata: { beds } });
    }
    expect(await said('Which ward has the most beds?', WARDS, { change: withBeds(33) })).toBeNull();
    expect(await said('Which ward has the most beds?', unlisted, { change: withBeds('33 or so') })).toBeNull();
  });

  it('name all that are equal', async () => {
    const equal = { ...WARDS, 'place/elm-ward.md': 'Elm Ward is a ward for children. It has thirty beds.' };
    expect(await said('Which ward has the most beds?', equal)).toMatch(/^The ward with the most beds are .*and/u);
  });

  it('leave out what cannot be used, and take what a session changed', async () => {
    const closed = { sessions: { 1: 'Oak Ward was closed for good.' } };
    const change = (library: WorldLibrary) =>
      library.change(1, { entity_updates: [{ entity_id: 'oak-ward', status: 'closed' }] });
    expect(await said('Which ward has the most beds?', WARDS, { ...closed, change })).toMatch(
      /is Elm Ward \(24 beds\)/u,
    );
    const grown = { sessions: { 1: 'Birch Ward now has 40 beds.' } };
    const grow = (library: WorldLibrary) =>
      library.change(1, { entity_updates: [{ entity_id: 'birch-ward', beds: 40 }] });
    const statement = await tell('Which ward has the most beds?', WARDS, { ...grown, change: grow });
    expect(statement?.text).toMatch(/is Birch Ward \(40 beds\) \[1\]/u);
    expect(statement?.passages[0]?.source).toBe('session-1.md');
  });
});

describe('nothing is said', () => {
  const QUESTION = 'Which ward has the most beds?';
  it.each([
    [
      'where one has no number',
      { 'place/oak-ward.md': 'Oak Ward is a ward for the old.', 'place/register.md': 'None.' },
    ],
    ['where one has two numbers', { 'place/elm-ward.md': 'Elm Ward is a ward. It has 24 beds.\n\nBeds: 26' }],
    ['where a number is not exact', { 'place/elm-ward.md': 'Elm Ward is a ward. It has about 24 beds.' }],
    ['where a number is of the past', { 'place/elm-ward.md': 'Elm Ward is a ward. It once had 24 beds.' }],
    [
      'where a number is of something else',
      { 'place/elm-ward.md': 'Elm Ward is a ward. The store beside Elm Ward has 24 beds.' },
    ],
    ['where documents speak of more of them', { 'place/house.md': 'The house has nine wards.' }],
  ])('%s', async (_, other) => {
    expect(await said(QUESTION, { ...WARDS, ...other })).toBeNull();
  });

  it('where numbers have different units, or none of the one that is asked for', async () => {
    const mixed = { ...INNS, 'place/blue-boar.md': 'The Blue Boar is an inn by the gate.\n\nPrice: $5' };
    expect(await said('What is the cheapest inn?', mixed)).toBeNull();
    expect(await said('Which ward has the most windows?', WARDS)).toBeNull();
  });

  it('where a changed number cannot be shown', async () => {
    const change = (library: WorldLibrary) =>
      library.change(1, { entity_updates: [{ entity_id: 'birch-ward', beds: 40 }] });
    expect(await said(QUESTION, WARDS, { change })).toBeNull();
  });
});

describe('statedAmounts', () => {
  it.each([
    ['It costs 45 points.', 'points', [45, 'point']],
    ['The unit costs 1,045 points.', 'cost', [1045, 'point']],
    ['Cost: 45 points', 'points', [45, 'point']],
    ['Cost: £4.50', 'cost', [4.5, '£']],
    ['Fee ($): 12', 'fee', [12, 'fee']],
    ['Mass: 12 kg; Weight (kg): 14', 'weight', [14, 'kg']],
    ['Length: 12.5 m', 'length', [12.5, 'm']],
    ['It holds forty crates.', 'crates', [40, 'crate']],
  ])('reads "%s" for %s', (text, wanted, [number, unit]: readonly (string | number)[]) => {
    expect(statedAmounts(text, wanted)).toEqual([{ number, unit }]);
  });

  it.each([
    ['It costs 45 points more.', 'points'],
    ['It may cost 45 points.', 'points'],
    ['It had 45 beds.', 'beds'],
    ['It has 45 windows.', 'beds'],
    ['Beds: 10-12', 'beds'],
    ['Opened: 12/5', 'opened'],
  ])('reads nothing of "%s"', (text, wanted) => {
    expect(statedAmounts(text, wanted)).toEqual([]);
  });
});
