import { afterAll, describe, expect, it } from '@jest/globals';
import { openReader } from '@arbiter/backends';
import { soakSample } from '@arbiter/testing';
import { passage, questionReaderOf } from '../../test/readings.js';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';

/** Over small documents, with the reader that ships: what is computed, and what is not. */
const PASSAGES = [
  passage(
    'The Brass Pike',
    'The Brass Pike stands by the weir at Hollin.\n\nA bed in the loft costs six shillings a night. A bath is two shillings, and the water is carried up at dusk. Supper costs four shillings. Stabling for a horse is one shilling a night.\n\nNobody may keep a dog in the loft.',
  ),
  passage(
    'Lakes of Hollin',
    'Lake: Orrin Tarn; Depth: 40 m; Length: 3 km\nLake: Blackmere; Depth: 95 m; Length: 11 km\nLake: Small Water; Depth: 12 m; Length: 1 km',
  ),
  passage(
    'Ferries',
    'The steam ferry takes 50 minutes from Hollin to Garth. The rowing boat takes two hours. A crossing by steam ferry costs 9 shillings.',
  ),
  passage('Garth', 'Garth was founded in 1204. The great flood came in 1346, and the mill was built in 1359.'),
  passage(
    'Towers',
    'The north tower of the keep is 31 metres tall. The south tower is 24 metres tall. Between them runs a wall.',
  ),
  passage(
    'Pumps',
    'The Marlow pump draws 4 kW and weighs 62 kilograms. The Deane pump draws 7 kW and weighs 48 kilograms.',
  ),
  passage('Trips', 'The trip to the islands lasts three days. The trip to the islands costs 36 shillings.'),
  passage('Staff', 'The ward at Garth employs 14 nurses. The ward at Hollin employs 22 nurses.'),
];

const COMPUTED: readonly [string, string][] = [
  ['How much more does a bed at the Brass Pike cost than a bath?', 'Four shillings more: six shillings against two.'],
  ['How much for two baths and a supper at the Brass Pike?', '8 shillings in all: 2 × 2 + 4.'],
  ['How much do a bed and a bath cost together?', '8 shillings in all: 6 + 2.'],
  ['How much cheaper is a bath than a supper?', 'Two shillings cheaper: two shillings against four.'],
  ['How much deeper is Blackmere than Orrin Tarn?', '55 m deeper: 95 m against 40 m.'],
  ['Which is deeper, Orrin Tarn or Blackmere?', 'Blackmere: 95 m against 40 m.'],
  ['How much longer does the rowing boat take than the steam ferry?', '70 minutes longer: 2 hours against 50 minutes.'],
  ['Which takes longer, the steam ferry or the rowing boat?', 'The rowing boat: 2 hours against 50 minutes.'],
  ['How many years passed between the founding of Garth and the great flood?', '142 years: from 1204 to 1346.'],
  ['How many years after the flood was the mill built?', '13 years: from 1346 to 1359.'],
  ['How much taller is the north tower than the south tower?', '7 metres taller: 31 metres against 24.'],
  [
    'What is the difference in height between the north tower and the south tower?',
    '7 metres more: 31 metres against 24.',
  ],
  ['Is the north tower or the south tower taller?', 'The north tower: 31 metres against 24.'],
  ['How much heavier is the Marlow pump than the Deane pump?', '14 kilograms heavier: 62 kilograms against 48.'],
  ['Which is heavier, the Deane pump or the Marlow pump?', 'The Marlow pump: 62 kilograms against 48.'],
  ['How much more power does the Deane pump draw than the Marlow pump?', '3 kW more: 7 kW against 4.'],
  ['How much does the trip to the islands cost per day?', '12 shillings per day: 36 shillings for 3 days.'],
  [
    'How many more nurses does the ward at Hollin employ than the ward at Garth?',
    '8 nurses more: 22 nurses against 14.',
  ],
  ['How many nurses do Garth and Hollin have in total?', '36 nurses in all: 14 + 22.'],
];

const reader = openReader({ reader: true })!;
const sut = new ExtractiveSynthesizer(questionReaderOf(reader, 60_000));
const answer = async (query: string): Promise<string> => {
  const { text } = await sut.synthesize({ query, passages: PASSAGES }, new AbortController().signal);
  return text;
};

afterAll(() => reader.close());

describe('ExtractiveSynthesizer, with the packaged reader', () => {
  it.each(soakSample('computed answers', COMPUTED, 8))('computes "%s": %s', async (question, sentence) => {
    expect((await answer(question)).split(' [1]')[0]).toBe(sentence);
  });

  it.each([
    ['a thing that nobody speaks of', 'How much longer is the east wall than the west wall?'],
    [
      'one that only one side is known of',
      'How much more does a room at the Silver Eel cost than a bed at the Brass Pike?',
    ],
    ['an age where a year is told', 'How much older is the mint than the mill?'],
    ['a price of which another is told', 'How much would I save with the rowing boat instead of the steam ferry?'],
    ['a price for each of another thing', 'How much does a bed cost for two weeks?'],
  ])('computes nothing of %s', async (_, question) => {
    expect(await answer(question)).not.toMatch(/ against |in all:| per |No difference/);
  });
});
