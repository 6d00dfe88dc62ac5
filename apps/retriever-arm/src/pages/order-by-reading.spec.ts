import type { PassageReading } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { canRead, orderByReading, readableOf } from './order-by-reading.js';

/** @param none probability that nothing answers */
const reading = (none: number): PassageReading => ({
  spans: [],
  verdict: { none, span: 1 - none, yes: 0, no: 0 },
  isCut: false,
});
const ordered = (...nones: (number | null)[]) =>
  orderByReading(
    ['a', 'b', 'c', 'd', 'e'],
    nones.map((none) => (none === null ? null : reading(none))),
  ).join('');

describe('orderByReading', () => {
  it('puts a page that answers before those that do not', () => {
    expect(ordered(0.99, 0.98, 0.1)).toBe('cabde');
  });

  it('leaves the order where all answer as well, or nothing does', () => {
    expect(ordered(0.2, 0.2, 0.2)).toBe('abcde');
    expect(ordered(1, 1, 1)).toBe('abcde');
  });

  it('weighs a place as odds: the second page needs four times those of the first', () => {
    const withOdds = (odds: number) => 1 / (1 + odds);
    expect(ordered(withOdds(1), withOdds(3.9))).toBe('abcde');
    expect(ordered(withOdds(1), withOdds(4.1))).toBe('bacde');
  });

  it('tells a sure answer from a surer one no more than from a sure silence', () => {
    expect(ordered(1e-5, 1e-12)).toBe('abcde');
  });

  it('takes a page that could not be read for one that does not answer, and needs no reading', () => {
    expect(ordered(null, 0.5)).toBe('bacde');
    expect(ordered()).toBe('abcde');
  });
});

describe('canRead', () => {
  it.each([
    [true, 'Where is the valve?', ['Das Ventil ist unten.']],
    [false, 'Wo ist das Ventil?', ['The valve is below.']],
    [true, 'valve position', ['1 2', 'The valve is below.']],
    [false, 'valve position', ['Das Ventil ist unten.']],
    [false, 'バルブはどこですか', ['バルブは下にあります']],
  ])('is %s of “%s” and %j', (expected, question, texts) => {
    const pages = texts.map((text) => ({ text }));
    expect(canRead(question, pages)).toBe(expected);
  });
});

describe('readableOf', () => {
  const long = 'w'.repeat(1_201);

  it('is all of a page, and the passages found on one with much print', () => {
    expect(readableOf('Few words.', [{ text: 'Few' }])).toBe('Few words.');
    expect(readableOf(long, [{ text: 'First.' }, { text: 'Second.' }])).toBe('First.\n\nSecond.');
  });

  it('is cut, not within a letter, and is what was found where the page has gone', () => {
    expect(readableOf('', [{ text: `${'w'.repeat(1_199)}😀` }])).toBe(`${'w'.repeat(1_199)}\uFFFD`);
    expect(readableOf('', [{ text: 'Found.' }])).toBe('Found.');
  });
});
