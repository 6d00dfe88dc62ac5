import { carryOut } from '@arbiter/text';
import { describe, expect, it } from '@jest/globals';
import { Evidence } from '../passages/evidence.js';
import { VerbatimIndex } from '../verbatim-index.js';

const find = (claim: string, text: string) =>
  carryOut(VerbatimIndex.reading(carryOut(Evidence.reading([{ id: 's1', text, context: '' }])))).find(claim);
const isStated = (claim: string, text: string): boolean => find(claim, text)[0]?.stated === true;

describe('VerbatimIndex', () => {
  it.each([
    ['case, white space and quotation marks', 'The keeper’s  lamp\nburns.', "At dusk the KEEPER'S lamp burns."],
    ['a missing full stop', 'The lamp burns oil.', 'The lamp burns oil, and smokes.'],
    [
      'a denial in the row before',
      'Loan: 5 to 50 beacons; Interest: 10 per year',
      'Loan: Up to 5 beacons; Interest: 1 per month; Security: none\nLoan: 5 to 50 beacons; Interest: 10 per year; Security: goods or a guarantor',
    ],
    ['a denial of something before a comma', 'the lamp burns oil.', 'It is not far, the lamp burns oil.'],
  ])('finds a text whatever %s', (_, claim, text) => {
    expect(isStated(claim, text)).toBe(true);
  });

  it.each([
    ['denies it', 'The lamp burns oil.', 'It is not true that the lamp burns oil.'],
    ['denies it in the line before', 'The lamp: it burns oil', 'It is not true that\nthe lamp: it burns oil.'],
    ['asks it', 'The lamp burns oil', 'Who says that the lamp burns oil?'],
    ['doubts it', 'The lamp burns oil.', 'It is a rumour that the lamp burns oil.'],
    ['makes it a condition', 'The lamp burns oil.', 'Nobody knows whether the lamp burns oil.'],
  ])('does not count a sentence that %s', (_, claim, text) => {
    expect(find(claim, text)).toMatchObject([{ stated: false }]);
  });

  it.each([
    ['a longer number', 'It costs 5', 'It costs 50 marks.'],
    ['a decimal', 'It costs 5', 'It costs 5.50 marks.'],
    ['a longer word', 'The lamp is red', 'The lamp is redder.'],
    ['nothing', '…', 'Three dots … here.'],
  ])('does not find a part of %s', (_, claim, text) => {
    expect(find(claim, text)).toEqual([]);
  });

  it('prefers a place where it is stated, and tells where', () => {
    const text = 'Is it true that the lamp burns oil? Yes: the lamp burns oil.';
    const [match] = find('The lamp burns oil.', text);
    expect(match).toMatchObject({ source: 0, stated: true });
    expect(text.slice(match!.start, match!.end)).toBe('the lamp burns oil');
    expect(match!.start).toBeGreaterThan(40);
  });

  it('finds a row of a table as a person says it, and points to the stored row', () => {
    const text = 'What: Cordial, phial; Price: 9 wicks\nWhat: Cordial, jug; Price: 30 wicks';
    const [match] = find('Cordial, jug: 30 wicks', text);
    expect(match).toMatchObject({ source: 0, stated: true });
    expect(text.slice(match!.start, match!.end)).toBe('What: Cordial, jug; Price: 30 wicks');
    expect(find('Cordial, jug: 9 wicks', text)).toEqual([]);
  });

  it('finds a row beside a million characters without a line break', () => {
    const text = `${'Gulls cry over the harbour. '.repeat(40_000)}\n  What: Cordial, jug; Price: 30 wicks`;
    const [match] = find('Cordial, jug: 30 wicks', text);
    expect(text.slice(match!.start, match!.end)).toBe('What: Cordial, jug; Price: 30 wicks');
  });
});
