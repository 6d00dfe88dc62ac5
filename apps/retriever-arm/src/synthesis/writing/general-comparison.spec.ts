import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeGeneralComparison } from './write-parts.js';

const priced = (title: string, rows: string): Passage =>
  passage(title, rows, { section: [title, 'Prices'], start: 300, end: 300 + rows.length, documentId: title });
const PASSAGES = [
  passage('Red Heron', 'Odo owes the Red Heron nine pence. The Red Heron is an inn by the ford.', {
    documentId: 'debts',
    title: 'Debts',
  }),
  passage('Red Heron', 'The Red Heron is the oldest inn of the valley.'),
  priced('Red Heron', 'Service: Bed for a night; Price: 3 pence\nService: Stabling of a horse; Price: 2 pence'),
  passage('White Hart', 'The White Hart is the house of the drovers.'),
  priced('White Hart', 'Service: Stabling of oxen; Price: 3 pence\nService: Bed for a night; Price: 5 pence'),
];
const DEFINED: readonly Judgements[] = [{ ford: 0.9, oldest: 0.2 }, { drovers: 0.7 }];

function compared(parts: readonly Judgements[], maxSentences = 12, ask = 'What is') {
  const subjects = ['the Red Heron', 'the White Hart'];
  return writeGeneralComparison({
    query: 'Compare the Red Heron and the White Hart.',
    passages: PASSAGES,
    whole: [],
    parts: parts.map((part, side) => ({ question: `${ask} ${subjects[side]}?`, judged: judgedOf(PASSAGES, part) })),
    maxSentences,
  });
}
const said = (...args: Parameters<typeof compared>) => compared(...args)?.chosen.map(({ candidate }) => candidate.text);

describe('writeGeneralComparison', () => {
  it('says what each is by the document named after it, then what both say something about, in one order', () => {
    expect(said(DEFINED)).toEqual([
      'The Red Heron is the oldest inn of the valley.',
      'Service: Bed for a night; Price: 3 pence',
      'Service: Stabling of a horse; Price: 2 pence',
      'The White Hart is the house of the drovers.',
      'Service: Bed for a night; Price: 5 pence',
      'Service: Stabling of oxen; Price: 3 pence',
    ]);
  });

  it('keeps both sides whole where fewer sentences are wanted', () => {
    expect(said(DEFINED, 4)).toEqual([
      'The Red Heron is the oldest inn of the valley.',
      'Service: Bed for a night; Price: 3 pence',
      'The White Hart is the house of the drovers.',
      'Service: Bed for a night; Price: 5 pence',
    ]);
  });

  it('leaves it to others where a side is not found, an attribute is named, or there are more sides than two', () => {
    expect(compared([DEFINED[0]!, {}])).toBeNull();
    expect(compared(DEFINED, 12, 'How old is')).toBeNull();
    expect(compared([...DEFINED, {}])).toBeNull();
  });
});
