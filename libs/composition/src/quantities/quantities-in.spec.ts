import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quantitiesIn } from './quantities-in.js';

/** "text | value(–to) | unit | kind | per" of each. */
const read = (text: string): string[] =>
  quantitiesIn(text).map(({ text: own, value, to, unit, kind, per }) =>
    [own, to === null ? `${value}` : `${value}–${to}`, unit ?? '-', kind, ...(per === null ? [] : [per])].join(' | '),
  );

describe('quantitiesIn', () => {
  it.each<[string, string[]]>([
    ['A bed costs 4 wicks.', ['4 wicks | 4 | wick | count']],
    ['A bath is one wick.', ['one wick | 1 | wick | count']],
    [
      'Eleven private rooms and a loft that sleeps twenty',
      ['Eleven private rooms | 11 | room | count', 'twenty | 20 | - | count'],
    ],
    ['It costs eight silver wicks.', ['eight silver wicks | 8 | wick | count']],
    ['four gold pieces', ['four gold pieces | 4 | gp | money']],
    ['The tower is 112 feet high.', ['112 feet | 112 | ft | measure']],
    ['The tower is one foot high.', ['one foot | 1 | ft | measure']],
    ['1,250,000 patients', ['1,250,000 patients | 1250000 | patient | count']],
    ['two million people', ['two million people | 2000000 | person | count']],
    ['A dozen eggs', ['A dozen eggs | 12 | egg | count']],
    ['half a wick', ['half a wick | 0.5 | wick | count']],
    ['two and a half miles', ['two and a half miles | 2.5 | mi | measure']],
    ['20 to 30 wicks', ['20 to 30 wicks | 20–30 | wick | count']],
    ['between five and nine days', ['five and nine days | 5–9 | day | duration']],
    ['from 100 to 200 wicks', ['100 to 200 wicks | 100–200 | wick | count']],
    ['€1,200.50 a month', ['€1,200.50 | 1200.5 | EUR | money | month']],
    ['$5 million', ['$5 million | 5000000 | USD | money']],
    ['The rate is 20 % of income.', ['20 % | 20 | % | percent']],
    ['7.5 percent', ['7.5 percent | 7.5 | % | percent']],
    ['It deals 2d6 fire damage.', ['2d6 | 2 | d6 | dice']],
    ['4 wicks a night', ['4 wicks | 4 | wick | count | night']],
    ['2 wicks per stone', ['2 wicks | 2 | wick | count | stone']],
    ['3 scales each', ['3 scales | 3 | scale | count | each']],
    ['25 mg/kg', ['25 mg | 25 | mg | measure | kg']],
    ['3 feet 6 inches', ['3 feet 6 inches | 3.5 | ft | measure']],
    ['two hours and thirty minutes', ['two hours and thirty minutes | 2.5 | h | duration']],
    ['an hour and a half', ['an hour and a half | 1.5 | h | duration']],
    ['It takes an hour.', ['an hour | 1 | h | duration']],
    ['half an hour', ['half an hour | 0.5 | h | duration']],
    ['20 years on the hulk', ['20 years | 20 | year | duration']],
    ['5kg', ['5kg | 5 | kg | measure']],
    ['4.1 kWh per load', ['4.1 kWh | 4.1 | kWh | count | load']],
    ['51 °C over gravel, 300 Mbit/s', ['51 °C | 51 | °C | count', '300 Mbit/s | 300 | Mbit/s | count']],
    ['Row 4 Part of 5', ['4 | 4 | - | count', '5 | 5 | - | count']],
    ['on 2026-11-23', ['2026-11-23 | 2026 | - | date']],
    ['on 12 Harvestmoon 412', ['12 Harvestmoon 412 | 412 | - | date']],
    ['on 3 March', ['3 March | NaN | - | date']],
    ['Before 374 the penalty was death.', ['374 | 374 | - | date']],
    ['10 Necron Warriors', ['10 Necron Warriors | 10 | warrior | count']],
    ['The third gate opens on the 2nd day.', []],
    ['No one knows.', []],
    ['one third of the crew', ['one third of the crew | 0.3333333333333333 | crew | count']],
    ['a 30-day trial', ['30-day | 30 | day | duration']],
    ['one long day by sea', ['one long day | 1 | day | duration']],
    ['In Glasswater 407 fen fever came.', ['407 | 407 | - | count']],
    ['900 sheep', ['900 sheep | 900 | sheep | count']],
    ['He has held stall 14 since 384.', ['14 | 14 | - | count', '384 | 384 | - | date']],
    ['Room 12', ['12 | 12 | - | count']],
    ['It rang three times.', ['three | 3 | - | count']],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('slices what it quotes, in order and without overlaps', () => {
    const word = fc.constantFrom(
      '3',
      'two',
      'and a half',
      'a',
      'wicks',
      'feet',
      'hours',
      '6 inches',
      '%',
      'to',
      '€5',
      'in 374',
      '2d6',
      'March',
      '.',
      'hundred',
      'dozen',
      'each',
      '1,000',
      'of',
      '-',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), (words) => {
        const text = words.join(' ');
        let end = 0;
        for (const quantity of quantitiesIn(text)) {
          expect(quantity.start).toBeGreaterThanOrEqual(end);
          expect(quantity.text).toBe(text.slice(quantity.start, quantity.end));
          expect(quantity.text).not.toBe('');
          end = quantity.end;
        }
      }),
    );
  });
});
