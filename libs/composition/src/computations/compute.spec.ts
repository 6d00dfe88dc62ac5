import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quantitiesIn } from '../quantities/quantities-in.js';
import { askedComputation } from './asked-computation.js';
import type { Amount } from './computation.js';
import { compute } from './compute.js';

/** The first quantity of each source sentence; null where it states none. */
const computed = (question: string, sources: readonly string[]): string | undefined => {
  const operands = sources.map((source): Amount | null => quantitiesIn(source)[0] ?? null);
  const result = compute(askedComputation(question)!, operands);
  return result.ok ? result.sentence : result.reason;
};

const MORE = 'How much more does a bed cost than a bath?';
const LONGER = 'How much longer is the hill road than the causeway?';
const CHEAPER = 'How much cheaper is a single than a double?';
const TIMES = 'How many times as much does a bed cost as a bath?';
const WHICH = 'Which is cheaper, a bed or a bath?';
const QUICKER = 'How much quicker is the fast charger than the wall box?';
const NIGHTS = 'How much for three nights and two baths?';

describe('compute', () => {
  it.each<[string, string[], string]>([
    [MORE, ['A bed costs eight wicks.', 'A bath is 3 wicks.'], 'Five wicks more: eight wicks against three.'],
    [MORE, ['a bed: 20 wicks', 'a bath: 1 wick'], '19 wicks more: 20 wicks against 1.'],
    [MORE, ['one wick', 'two wicks'], 'One wick less, not more: one wick against two.'],
    [MORE, ['four wicks a night', '4 wicks'], 'No difference: four wicks each.'],
    [MORE, ['$8.50', '$3'], '$5.50 more: $8.50 against $3.'],
    [MORE, ['€1,250', '€200'], '€1,050 more: €1,250 against €200.'],
    [MORE, ['20 %', '12.5 %'], '7.5 percentage points more: 20% against 12.5%.'],
    [LONGER, ['It is 20 miles long.', 'The way is 11 miles.'], '9 miles longer: 20 miles against 11.'],
    [LONGER, ['two hours', '90 minutes'], '30 minutes longer: 2 hours against 90 minutes.'],
    [LONGER, ['3 feet 6 inches', '30 inches'], '12 inches longer: 3.5 feet against 30 inches.'],
    [CHEAPER, ['3 wicks', '8 wicks'], 'Five wicks cheaper: three wicks against eight.'],
    [CHEAPER, ['8 wicks', '3 wicks'], 'Five wicks dearer, not cheaper: eight wicks against three.'],
    [
      'How many years older is the mint than the fair?',
      ['60 years', '48 years'],
      '12 years older: 60 years against 48.',
    ],
    [TIMES, ['8 wicks', '4 wicks'], 'Twice as much: eight wicks against four.'],
    [TIMES, ['8 wicks', '3 wicks'], 'About 2.67 times as much: 8 wicks against 3.'],
    [TIMES, ['9 wicks', '3 wicks'], 'Three times as much: nine wicks against three.'],
    [TIMES, ['3 wicks', '3 wicks'], 'Just as much: three wicks against three.'],
    ['How much for three nights at the Heron?', ['8 wicks a night'], '24 wicks in all: 3 × 8.'],
    [WHICH, ['8 wicks', '3 wicks'], 'A bath: three wicks against eight.'],
    [WHICH, ['3 wicks', '3 wicks'], 'No difference: three wicks each.'],
    [QUICKER, ['31 min', '40 min'], '9 min quicker: 31 min against 40.'],
    [QUICKER, ['100 kW', '11 kW'], '89 kW quicker: 100 kW against 11.'],
    ['Which is faster, the mule or the ox?', ['4 hours', '6 hours'], 'The mule: four hours against six.'],
    [NIGHTS, ['8 wicks', 'one wick'], '26 wicks in all: 3 × 8 + 2 × 1.'],
    [
      'How long are the causeway and the hill road together?',
      ['2 hours', '30 minutes'],
      '150 minutes in all: 2 hours + 30 minutes.',
    ],
    ['How much do a pen and a pad cost together?', ['$0.10', '$0.20'], '$0.30 in all: 0.1 + 0.2.'],
    ['How much does a trip cost per day?', ['12 wicks', '3 days'], '4 wicks per day: 12 wicks for 3 days.'],
    ['How much does a trip cost per day?', ['42 wicks', 'two weeks'], '3 wicks per day: 42 wicks for 2 weeks.'],
    ['How many years passed between the founding and the fire?', ['in 374', 'in 386'], '12 years: from 374 to 386.'],
    [
      'How many years passed between the founding and the fire?',
      ['12 Harvestmoon 412', '3 Frostfall 415'],
      '3 years: from 12 Harvestmoon 412 to 3 Frostfall 415.',
    ],
    ['How many days is it from 3 March to 12 April?', ['3 March', '12 April'], '40 days: from 3 March to 12 April.'],
    [
      'How many years passed between the start and the end?',
      ['1 June 2020', '31 May 2022'],
      '1 year: from 1 June 2020 to 31 May 2022.',
    ],
    [
      'How many days passed between the start and the end?',
      ['2026-11-23', '2026-11-20'],
      '3 days: from 2026-11-20 to 2026-11-23.',
    ],
  ])('%s %j', (question, sources, sentence) => {
    expect(computed(question, sources)).toBe(sentence);
  });

  it.each<[string, string[], string]>([
    [MORE, ['eight wicks', 'free of charge'], 'missing'],
    [MORE, ['eight wicks'], 'missing'],
    [MORE, ['8 to 10 wicks', '3 wicks'], 'range'],
    [MORE, ['2d6', '3 wicks'], 'range'],
    [MORE, ['8 wicks', '3 scales'], 'units_differ'],
    [MORE, ['$8', '€3'], 'units_differ'],
    [MORE, ['8 wicks', 'It is 3.'], 'units_differ'],
    [LONGER, ['one month', '30 days'], 'units_differ'],
    [LONGER, ['20 miles', '30 kilometres'], 'units_differ'],
    [TIMES, ['8 wicks', '0 wicks'], 'undefined'],
    ['How many days passed between the start and the end?', ['in 374', 'in 386'], 'uncertain_date'],
    [MORE, ['8 wicks a night', '3 wicks a week'], 'units_differ'],
    ['How much for three nights at the Heron?', ['40 wicks a week'], 'units_differ'],
    ['How many years older is the mint than the fair?', ['Built: 1702', 'Built: 1840'], 'uncertain_date'],
    ['How much later is bedtime than supper?', ['21:00', '18:00'], 'uncertain_date'],
    ['How many days passed between the start and the end?', ['3 January', '3 March'], 'uncertain_date'],
    ['How many years passed between the start and the end?', ['3 March', '12 April'], 'uncertain_date'],
  ])('refuses %s %j: %s', (question, sources, reason) => {
    expect(computed(question, sources)).toBe(reason);
  });

  it('converts no coins', () => {
    expect(computed(MORE, ['2 beacons', '3 wicks'])).toBe('units_differ');
  });

  it('gives the opposite difference when the operands change places', () => {
    const amount = fc
      .integer({ min: 0, max: 10_000 })
      .map((cents) => ({ text: '', value: cents / 100, to: null, unit: 'wick' }));
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [one, other] = [compute(askedComputation(MORE)!, [a, b]), compute(askedComputation(MORE)!, [b, a])];
        expect(one.ok && other.ok && one.value + other.value).toBe(0);
        expect(one.ok && Math.abs(one.value - (a.value - b.value)) < 1e-9).toBe(true);
      }),
    );
  });
});
