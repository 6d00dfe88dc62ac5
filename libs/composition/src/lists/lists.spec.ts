import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listItems } from './list-items.js';
import { mergeItems } from './merge-items.js';

const read = (text: string): string[] => listItems(text).map((item) => item.text);

describe('listItems', () => {
  it.each<[string, string[]]>([
    ['The quarters are Fishgate, Lowmarket and the Wicks.', ['Fishgate', 'Lowmarket', 'the Wicks']],
    ['The quarters are Fishgate, Lowmarket, and the Wicks.', ['Fishgate', 'Lowmarket', 'the Wicks']],
    ['Fishgate, Lowmarket and the Wicks make up the town.', ['Fishgate', 'Lowmarket', 'the Wicks']],
    ['The town has three quarters: Fishgate, Lowmarket and the Wicks.', ['Fishgate', 'Lowmarket', 'the Wicks']],
    ['You need a lamp, a rope and two candles.', ['a lamp', 'a rope', 'two candles']],
    ['Both Brona Teel and Corin Ash keep a light.', ['Brona Teel', 'Corin Ash']],
    [
      'They live from eels, reed, wildfowl and fenwort, and Reedmother Osk speaks for them.',
      ['eels', 'reed', 'wildfowl', 'fenwort'],
    ],
    [
      'The town lives from herring, seal oil and the whale hunt, which sails in Eelrun and returns in Gullfall.',
      ['herring', 'seal oil', 'the whale hunt'],
    ],
    [
      'Keepers receive 9 beacons a month, free oil and a burial plot.',
      ['9 beacons a month', 'free oil', 'a burial plot'],
    ],
    ['- The day, the place and the hour.', ['The day', 'the place', 'the hour']],
    ['He owns four rooms in Adze Court, a cart and a hen.', ['four rooms in Adze Court', 'a cart', 'a hen']],
    ['It needs white sand of Ferrow, ash of sea holly and tin.', ['white sand of Ferrow', 'ash of sea holly', 'tin']],
    ['They make bottles and lamp chimneys.', ['bottles', 'lamp chimneys']],
    ['It sells whale oil, tallow, and candles to sailors.', ['whale oil', 'tallow', 'candles to sailors']],
    ['Fenwort grows in ditches, ponds and wet meadows.', ['ditches', 'ponds', 'wet meadows']],
    ['The keepers are Brona Teel, the eldest, Corin Ash, and Jessamy Orr.', ['Brona Teel', 'Corin Ash', 'Jessamy Orr']],
    ['Symptoms such as fever, night sweats or weight loss must be reported.', ['fever', 'night sweats', 'weight loss']],
    [
      'Common causes, including dehydration, blood loss, and sepsis, are treated first.',
      ['dehydration', 'blood loss', 'sepsis'],
    ],
    ['The router supports WPA2, WPA3 and WEP.', ['WPA2', 'WPA3', 'WEP']],
    [
      'You may deduct travel costs, work clothes, tools and training fees.',
      ['travel costs', 'work clothes', 'tools', 'training fees'],
    ],
    [
      'The ward treats burns (first, second and third degree), fractures and bites.',
      ['burns (first, second and third degree)', 'fractures', 'bites'],
    ],
    [
      'The fees are: 4 wicks, a bed; 1 wick, a bath; and 2 wicks, a meal.',
      ['4 wicks, a bed', '1 wick, a bath', '2 wicks, a meal'],
    ],
    ['The band played “Hey, Jude”, “Help” and “Yesterday”.', ['“Hey, Jude”', '“Help”', '“Yesterday”']],
    ['It costs 1,200 wicks, 30 scales and a hen.', ['1,200 wicks', '30 scales', 'a hen']],
    ['Breakfast is bread and butter, ham and eggs, and tea.', ['bread and butter', 'ham and eggs', 'tea']],
    [
      'The council consists of Ama Quill, Bo Drake and Cy Fenn, who meet at noon.',
      ['Ama Quill', 'Bo Drake', 'Cy Fenn'],
    ],
    ['It offers rooms, meals, etc. and baths', ['rooms', 'meals', 'baths']],
    ['- Fishgate\n- Lowmarket;\n- the Wicks.', ['Fishgate', 'Lowmarket', 'the Wicks']],
    [
      '1. Open the lid.\n2. Press the button. Wait.\n3. Close it',
      ['Open the lid', 'Press the button. Wait.', 'Close it'],
    ],
    ['The steps:\n* one, two and three\n  goes on\n* [x] four; and', ['one, two and three\n  goes on', 'four']],
    [
      '(a) income from work,\n(b) income from rent, and\n(c) interest.',
      ['income from work', 'income from rent', 'interest'],
    ],
  ])('lists %j', (text, items) => {
    expect(read(text)).toEqual(items);
  });

  it.each([
    'The Drowned Heron sleeps twenty.',
    'The ferry leaves at noon, and it returns at dusk.',
    'He came, he saw, and he left.',
    'The keeper, who is old, drinks.',
    'Rock and roll is loud.',
    'In return the guild keeps the channels sounded, marks wrecks with casks and answers distress flags.',
    'The lens is 38 inches across and weighs 290 pounds.',
    'With the lamp dark, ships lost their way, and wrecking paid better.',
    'Nobody may dive, anchor or gather wreckage.',
    'The Lantern Watch keeps order in Tallowgate and lights its 480 lamps.',
    'The guild has 64 members and meets in the Sounding House.',
    'The bell was raised in the same year, and the chapel was sealed in 350.',
    'The keeper was arrested in 409 and held for a night.',
    'The Margravine may confirm, lessen or cancel a penalty.',
    'Garrick Hollt, uncle of the Margravine, lives in Ostreach and styles himself Margrave.',
    'Heave to at the buoy, half a mile outside the mole, and hoist a pennant.',
    'The rules were written in 260 and changed four times.',
    'Visitors are rowed out between noon and the third bell.',
    'The patient is washed, laid on her side and covered with a sheet.',
    'If the lamp fails, the keeper rings the bell.',
    '- only one',
    '',
    ', and',
  ])('finds no list in %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('slices its items, in order', () => {
    const part = fc.constantFrom(
      'Fishgate',
      'the',
      'are',
      ', ',
      ' and ',
      ' or ',
      '; ',
      ': ',
      '(',
      ')',
      '“',
      '”',
      'a lamp',
      '\n- ',
      '1. ',
      'such as ',
      'both ',
      '.',
      ' ',
      'etc',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const item of listItems(text)) {
          expect(item.start).toBeGreaterThanOrEqual(end);
          expect(item.text).toBe(text.slice(item.start, item.end));
          expect(item.text.trim()).toBe(item.text);
          expect(item.text).not.toBe('');
          end = item.end;
        }
      }),
    );
  });
});

describe('mergeItems', () => {
  const of = (...texts: string[]) => texts.map((text) => ({ text }));
  it.each<[string[][], string[]]>([
    [
      [
        ['Fishgate', 'the Wicks'],
        ['The Wicks', 'fishgate', 'Lowmarket'],
      ],
      ['Fishgate', 'the Wicks', 'Lowmarket'],
    ],
    [[['lamp oil'], ['Lamp-oil', 'lamp oils']], ['lamp oil']],
    [
      [['a candle'], ['candles', 'Kerze']],
      ['a candle', 'Kerze'],
    ],
    [[['Café'], ['cafe']], ['Café']],
    [
      [['Plan A'], ['Plan B']],
      ['Plan A', 'Plan B'],
    ],
    [[[], ['—']], []],
  ])('%j are %j', (lists, merged) => {
    expect(mergeItems(lists.map((list) => of(...list))).map(({ text }) => text)).toEqual(merged);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string().map((text) => ({ text })))), (lists) => {
        const merged = mergeItems(lists);
        expect(mergeItems([merged, ...lists])).toEqual(merged);
      }),
    );
  });
});
