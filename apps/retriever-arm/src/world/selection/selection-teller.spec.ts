import { tellSelection } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type WorldLibrary, worldLibraryOf } from '../../../test/world.library.js';
import { UNLIMITED } from '../../calls/time-budget.js';
import { SelectionTeller } from './selection-teller.js';
import { statedCounts } from './stated-counts.js';
import { amountOf, isWithin, readRow } from './table-rows.js';

const { signal } = new AbortController();
const pump = (name: string, hall: string): string => `${name} is a feed pump of the works. It is located in ${hall}.`;
const DOCUMENTS = {
  'place/north-hall.md': 'North Hall is a hall of the works.',
  'place/south-hall.md': 'South Hall is a hall of the works.',
  'machine/pump-alder.md': pump('Pump Alder', 'North Hall'),
  'machine/pump-birch.md': pump('Pump Birch', 'North Hall'),
  'machine/pump-cedar.md': pump('Pump Cedar', 'South Hall'),
  'place/register.md': [
    'Tank: Grey Tank; Content: brine; Litres: 900',
    'Tank: Long Tank; Content: oil; Litres: 4,000',
    'Tank: Old Tank; Content: none; Litres: 2,500',
  ].join('\n'),
};
const SESSIONS = {
  1: 'At noon Pump Alder tripped and is out of service. The fitters could not turn it.',
  2: 'Pump Alder runs again. Old Tank was scrapped and cut up.',
};

let library: WorldLibrary;
beforeEach(async () => {
  library = await worldLibraryOf('works', { documents: DOCUMENTS, sessions: SESSIONS });
  await library.change(1, { entity_updates: [{ entity_id: 'pump-alder', status: 'out of service' }] });
});

async function tell(query: string, more: object = {}) {
  const sut = new SelectionTeller(library);
  const { statement } = await sut.tell(tellSelection.input.parse({ query, ...more }), signal, UNLIMITED);
  return statement;
}

describe('SelectionTeller', () => {
  it('counts what stands so, with the record of each', async () => {
    expect(await tell('How many pumps are out of service?')).toMatchObject({
      text: '1 pump is out of service: Pump Alder [1].',
      passages: [{ text: 'At noon Pump Alder tripped and is out of service.', source: 'session-1.md' }],
    });
    expect(await tell('How many pumps are out of service?', { asOfSession: 0 })).toBeNull();
  });

  it('lists what can be used, without what cannot', async () => {
    expect((await tell('Which pumps can be used now?'))?.text).toBe(
      '2 pumps are usable: Pump Birch [1] and Pump Cedar [2].',
    );
    const placed = await tell('Which pumps are in North Hall?');
    expect(placed?.text).toBe('1 pump is in North Hall: Pump Birch [1].');
    expect(placed?.passages[0]?.text).toContain('It is located in North Hall.');
  });

  it('says that none stands so any more, and why', async () => {
    await library.change(2, { entity_updates: [{ entity_id: 'pump-alder', status: 'in service' }] });
    expect(await tell('How many pumps are out of service?')).toMatchObject({
      text: 'None of the pumps is out of service now: Pump Alder is in service since session 2 [1].',
      passages: [{ text: 'Pump Alder runs again.' }],
    });
  });

  it('counts the rows of a table by an amount, as they stand', async () => {
    const question = 'How many tanks hold more than 1,000 litres?';
    expect(await tell(question)).toBeNull();
    expect((await tell('How many tanks have more than 1,000 litres?'))?.text).toBe(
      '2 tanks have over 1000 litres: Long Tank (4000) [1] and Old Tank (2500) [2].',
    );
    await library.change(2, { entity_updates: [{ entity_id: 'old-tank', status: 'scrapped' }] });
    expect((await tell('Which tanks have more than 1,000 litres?'))?.text).toBe(
      '1 tank has over 1000 litres: Long Tank (4000) [1].',
    );
  });

  it('compares and adds up the rows of a table', async () => {
    expect((await tell('Which tank has the fewest litres?'))?.text).toMatch(/is Grey Tank \(900 litres\) \[1\]/);
    expect((await tell('How many litres do the tanks have in total?'))?.text).toMatch(/^The 3 tanks have 7400 litres/);
  });

  it('leaves a table alone that a session has outdated', async () => {
    await library.change(2, { entity_updates: [{ entity_id: 'new-tank', entity_type: 'tank', status: 'in service' }] });
    library = await worldLibraryOf('works', {
      documents: { ...DOCUMENTS, 'machine/new-tank.md': 'New Tank is a tank of the works.' },
      sessions: SESSIONS,
    });
    await library.change(2, { entity_updates: [{ entity_id: 'new-tank', status: 'in service' }] });
    expect(await tell('How many tanks have more than 1,000 litres?')).toBeNull();
  });

  it('leaves a number to the documents that state another', async () => {
    expect((await tell('How many pumps are there?'))?.text).toMatch(/^2 pumps are known/);
    const documents = { ...DOCUMENTS, 'place/works.md': 'The works has eleven pumps, most of them without a name.' };
    library = await worldLibraryOf('works', { documents });
    expect(await tell('How many pumps are there?')).toBeNull();
  });

  it('counts nothing that it cannot show', async () => {
    await library.documents.delete('session-1.md', signal);
    expect(await tell('How many pumps are out of service?')).toBeNull();
  });
});

describe('the numbers of a text', () => {
  it('are those before the noun, in words or digits', () => {
    expect(statedCounts('Eleven pumps, three feed pumps; one pump. In 1904 there were 1,200 pumps.', 'pumps')).toEqual([
      11, 3, 1200,
    ]);
    expect(statedCounts('Pump 11 stands in hall 3.', 'pumps')).toEqual([]);
  });

  it('of a row are read by their column', () => {
    const row = readRow('Ship: Petrel; Kind: packet; Tons: 28');
    expect(row).toMatchObject({ name: 'Petrel' });
    expect([amountOf(row!, 'tons'), amountOf(row!, 'masts'), readRow('The ship: it sails; and returns.')]).toEqual([
      { number: 28, unit: 'ton' },
      null,
      null,
    ]);
  });

  it.each([
    ['below', [true, false, false]],
    ['at-most', [true, true, false]],
    ['equal', [false, true, false]],
    ['at-least', [false, true, true]],
    ['above', [false, false, true]],
  ] as const)('fit "%s"', (comparison, fits) => {
    expect([1, 2, 3].map((number) => isWithin(number, { comparison, number: 2, unit: 'x' }))).toEqual(fits);
  });
});
