import { describe, expect, it } from '@jest/globals';
import type { AskedAccount } from '@arbiter/composition';
import type { Passage } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeAccount } from './write-account.js';

const INN = { title: 'The Red Heron', documentId: 'heron', source: 'heron.md' };
const OPENING = passage('heron', 'The Red Heron is an inn by the ford. It has nine beds.', INN);
const GUESTS = passage('heron', 'Drovers sleep here in autumn. Two lodgers stay all year.', {
  ...INN,
  section: ['The Red Heron', 'Guests'],
  start: 200,
  end: 256,
});
const WEIR = passage('weir', 'The weir was built by Odo. The Red Heron lent him the money. The mill stands idle.');

const SUMMARY: AskedAccount = { kind: 'summary', subject: 'the Red Heron' };

function told(asked: AskedAccount, passages: readonly Passage[], whole: Judgements, maxSentences = 12): string[] {
  const composition = writeAccount(
    { query: 'Tell me.', passages, whole: judgedOf(passages, whole), parts: [], maxSentences },
    asked,
  );
  return composition.chosen.map(({ candidate }) => candidate.text);
}

describe('writeAccount', () => {
  it('summarises the document that is named after the subject, in its own order, and what is said of it elsewhere', () => {
    expect(told(SUMMARY, [WEIR, GUESTS, OPENING], { lent: 0.6, Drovers: 0.4 })).toEqual([
      'The Red Heron lent him the money.',
      'The Red Heron is an inn by the ford.',
      'Drovers sleep here in autumn.',
      'Two lodgers stay all year.',
    ]);
  });

  it('gives of a long place what opens each section, then what is read as an answer', () => {
    expect(told(SUMMARY, [OPENING, GUESTS], { lodgers: 0.5, Drovers: 0.1 }, 3)).toEqual([
      'The Red Heron is an inn by the ford.',
      'Drovers sleep here in autumn.',
      'Two lodgers stay all year.',
    ]);
  });

  it('gathers the sentences that name a subject without a place of its own', () => {
    const diary = passage('diary', 'Bela mended the net. The day was long. In spring Bela sold the boat.');
    expect(told({ kind: 'narrative', subject: 'Bela' }, [diary], { long: 0.5, mended: 0.4 })).toEqual([
      'Bela mended the net.',
      'The day was long.',
      'In spring Bela sold the boat.',
    ]);
  });

  it('tells the section of the best answer where nothing names the subject', () => {
    const log = passage('log', 'The pump stopped at noon. At one the valve was changed. Water rose until two.');
    const other = passage('other', 'The bakery opens at six.');
    expect(told({ kind: 'narrative', subject: 'when the flood came' }, [other, log], { valve: 0.5 })).toEqual([
      'The pump stopped at noon.',
      'At one the valve was changed.',
      'Water rose until two.',
    ]);
  });

  it('puts sessions in the order of their numbers, whatever their rank', () => {
    const session = (number: number, text: string): Passage =>
      passage(`session ${number}`, text, { metadata: { session: number } });
    const sessions = [
      session(10, 'In the tenth Bela drowned.'),
      session(2, 'In the second Bela set out.'),
      session(9, 'In the ninth Bela was warned.'),
    ];
    expect(told({ kind: 'narrative', subject: 'Bela' }, sessions, { drowned: 0.9, warned: 0.8, set: 0.7 })).toEqual([
      'In the second Bela set out.',
      'In the ninth Bela was warned.',
      'In the tenth Bela drowned.',
    ]);
  });

  it('says nothing where nothing promises to answer', () => {
    expect(told(SUMMARY, [OPENING], {})).toEqual([]);
  });
});
