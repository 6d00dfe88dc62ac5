import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { datesIn } from './dates-in.js';
import { namesIn } from './names-in.js';
import { negationsIn } from './negations-in.js';
import { foldNumberWords } from './number-words.js';
import { numbersIn } from './numbers-in.js';

describe('numbersIn', () => {
  it.each([
    ['1,250 lamps', '1,250', 1250, 'cardinal'],
    ['3.5 wicks', '3.5', 3.5, 'cardinal'],
    ['forty-two men', 'forty-two', 42, 'cardinal'],
    ['three hundred and five ships', 'three hundred and five', 305, 'cardinal'],
    ['two thousand', 'two thousand', 2_000, 'cardinal'],
    ['2.5 million', '2.5 million', 2_500_000, 'cardinal'],
    ['a dozen eggs', 'a dozen', 12, 'cardinal'],
    ['half a dozen eggs', 'half a dozen', 6, 'cardinal'],
    ['two and a half miles', 'two and a half', 2.5, 'cardinal'],
    ['half of the crew', 'half', 0.5, 'fraction'],
    ['two thirds of it', 'two thirds', 2 / 3, 'fraction'],
    ['2½ pints', '2½', 2.5, 'cardinal'],
    ['10⁵ litres', '10⁵', 100_000, 'cardinal'],
    ['10^3 drops', '10^3', 1_000, 'cardinal'],
    ['10⁻² litres', '10⁻²', 0.01, 'cardinal'],
    ['25³ crowns', '25³', 25, 'cardinal'],
    ['1/4 cup', '1/4', 0.25, 'fraction'],
    ['the 3rd bell', '3rd', 3, 'ordinal'],
    ['the twenty-first day', 'twenty-first', 21, 'ordinal'],
    ['45% of them', '45%', 45, 'percent'],
    ['12 per cent', '12 per cent', 12, 'percent'],
    ['it costs $12.50', '$12.50', 12.5, 'currency'],
    ['-5 degrees', '-5', -5, 'cardinal'],
    ['one ship', 'one', 1, 'cardinal'],
  ])('reads %p', (text, expected, value, kind) => {
    expect(numbersIn(text)).toMatchObject([{ text: expected, value, kind, to: null }]);
  });

  it.each([
    ['between 3 and 5 days', 3, 5],
    ['10–20 feet', 10, 20],
    ['ten to twenty men', 10, 20],
  ])('reads %p as a range', (text, value, to) => {
    expect(numbersIn(text)).toMatchObject([{ kind: 'range', value, to }]);
  });

  it('does not take falling numbers for a range', () => {
    expect(numbersIn('they won 3-1').map(({ value, to }) => [value, to])).toEqual([
      [3, null],
      [1, null],
    ]);
  });

  it('tells dice apart by number, sides and bonus', () => {
    expect(numbersIn('roll 2d6+3, d20').map(({ value, unit }) => [value, unit])).toEqual([
      [2, 'd6+3'],
      [1, 'd20'],
    ]);
  });

  it('names the unit and what is counted', () => {
    const found = numbersIn('It is 10km from 24 old beds, half of the crew, room 12 and 6 feet of water.');
    expect(found.map(({ unit, head }) => [unit, head])).toEqual([
      ['km', null],
      [null, 'old'],
      [null, 'crew'],
      [null, 'room'],
      ['ft', 'feet'],
    ]);
  });

  it.each([
    'no one came',
    'one of the wardens',
    'a second later',
    'half-elf',
    'version 1.2.3',
    'hundreds of men',
    'F5e',
  ])('finds no number in %p', (text) => {
    expect(numbersIn(text)).toEqual([]);
  });

  it('reads back every whole number in words and digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (value) => {
        for (const spelled of [inWords(value), value.toLocaleString('en-US'), `${value}`]) {
          expect(numbersIn(`about ${spelled} ships`)).toMatchObject([{ value, text: spelled, head: 'ship' }]);
        }
      }),
    );
  });
});

describe('foldNumberWords', () => {
  it('writes number words as digits and leaves the rest', () => {
    expect(foldNumberWords('Six bells, the twenty-first day, half-elf, a dozen!')).toBe(
      '6 bells, the 21st day, half-elf, 12!',
    );
  });
});

describe('namesIn', () => {
  const names = (text: string): string[] => namesIn(text).map((name) => name.text);

  it('takes runs of capitalised words with the particles inside them', () => {
    expect(names('In March the Guild of Lamplighters and the Order of the Ninth Wave met Anne de la Mer.')).toEqual([
      'March',
      'Guild of Lamplighters',
      'Order of the Ninth Wave',
      'Anne de la Mer',
    ]);
  });

  it('keeps titles and initials with the name, and possessive endings out of it', () => {
    expect(names('We saw Dr. Vane and J. R. Hollow in the Salt Hall’s cellar.')).toEqual([
      'Dr. Vane',
      'J. R. Hollow',
      'Salt Hall',
    ]);
  });

  it('keeps the plural possessive inside a name', () => {
    expect(names("It ended the Wreckers' War, said the Chandlers' Company's head.")).toEqual([
      "Wreckers' War",
      "Chandlers' Company",
    ]);
  });

  it('does not take a single capital at the head of a sentence for a name', () => {
    expect(names('Merchants left. When Jonas came, yesterday, I slept. The lamp burned.')).toEqual(['Jonas']);
  });

  it('takes it if the text has the name elsewhere, or on request', () => {
    expect(names('Serafine keeps the light. All trust Serafine.')).toEqual(['Serafine', 'Serafine']);
    expect(namesIn('Serafine keeps the light.', { includeInitial: true })).toMatchObject([
      { text: 'Serafine', initial: true },
    ]);
  });
});

describe('datesIn', () => {
  it.each([
    ['on 12 Harvestmoon 412 they', { text: '12 Harvestmoon 412', day: 12, month: 'harvestmoon', year: 412 }],
    ['the 3rd of March', { day: 3, month: 'march', year: null }],
    ['on March 12, 1912', { day: 12, month: 'march', year: 1912 }],
    ['in May 1999', { day: null, month: 'may', year: 1999 }],
    ['2024-05-12', { day: 12, month: 'may', year: 2024 }],
    ['in the year 412', { text: 'year 412', year: 412 }],
    ['built in 1204.', { text: '1204', year: 1204 }],
    ['the fire of 379 began', { text: '379', year: 379 }],
    ['since 405 the head', { text: '405', year: 405 }],
  ])('reads %p', (text, expected) => {
    expect(datesIn(text)).toMatchObject([expected]);
  });

  it.each([
    '1200 men',
    '3.5 miles',
    'room 12',
    '$1500',
    'in 20 days',
    'of 112 houses',
    '240 scales',
    'a fleet of 300-ton ships',
  ])('finds no date in %p', (text) => {
    expect(datesIn(text)).toEqual([]);
  });
});

describe('negationsIn', () => {
  it('finds every negator, contracted ones too', () => {
    const text =
      "He did not, cannot, can’t and won't; nobody, none, neither this nor that, without it, never. No ship.";
    expect(negationsIn(text).map((negation) => negation.text)).toEqual([
      'not',
      'cannot',
      'n’t',
      "n't",
      'nobody',
      'none',
      'neither',
      'nor',
      'without',
      'never',
      'No',
    ]);
  });

  it.each(['not only this', 'No. 5', 'no fewer than six', 'a knot', 'Norfolk'])('finds none in %p', (text) => {
    expect(negationsIn(text)).toEqual([]);
  });
});

describe('every mention', () => {
  it('slices to its text and keeps its order, whatever the text', () => {
    const piece = fc.constantFrom(
      'Vane',
      'of',
      'the ',
      ' ',
      '12',
      '3rd',
      '.',
      ',',
      '-',
      'half',
      ' and ',
      'a ',
      'two ',
      'hundred',
      '%',
      '$',
      "n't",
      'not',
      '\n',
      'May ',
      'é',
      '🪔',
      '2d6',
      '1/2',
      '½',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        for (const mentions of [
          numbersIn(any),
          namesIn(any, { includeInitial: true }),
          datesIn(any),
          negationsIn(any),
        ]) {
          let previous = 0;
          for (const { start, end, text: mention } of mentions) {
            expect(any.slice(start, end)).toBe(mention);
            expect(start).toBeGreaterThanOrEqual(previous);
            previous = end;
          }
        }
      }),
    );
  });
});

/** An independent speller, for reading back. */
function inWords(value: number): string {
  const ones =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  if (value < 20) return ones[value]!;
  if (value < 100) return tens[Math.floor(value / 10)]! + (value % 10 ? `-${ones[value % 10]!}` : '');
  for (const [scale, name] of [
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (value < scale) continue;
    const rest = value % scale;
    return `${inWords(Math.floor(value / scale))} ${name}${rest ? `${rest < 100 ? ' and ' : ' '}${inWords(rest)}` : ''}`;
  }
  return '';
}
