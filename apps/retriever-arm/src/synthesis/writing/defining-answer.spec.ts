import { describe, expect, it } from '@jest/globals';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { definingAnswer } from './subjects.js';
import { writeLookup } from './write-lookup.js';

const FAMILY = passage('Bela Roe', 'Bela Roe is the widow of Odo.', {
  section: ['Bela Roe', 'Family'],
  start: 90,
  end: 119,
});
const OPENING = passage('Bela Roe', 'Captain Bela Roe commands the fort. She is forty.');
const PLANS = passage('Plans', 'Plan: Globe; Price: £49\nPlan: Voyager; Price: £25');
const CLASSES = passage('Classes', 'They carry a lamp. Oil is dear.', { section: ['Classes', 'Lanternist'] });
const PASSAGES = [FAMILY, OPENING, PLANS, CLASSES];

const defined = (subject: string, judgements: Judgements): string | undefined =>
  definingAnswer(subject, judgedOf(PASSAGES, judgements), 0.1)?.candidate.text;

describe('definingAnswer', () => {
  it('is what opens the document named after a subject, the section under its name, or its row', () => {
    expect(defined('Bela Roe', { widow: 0.9, commands: 0.2 })).toBe('Captain Bela Roe commands the fort.');
    expect(defined('the Lanternist', { carry: 0.2, Oil: 0.9 })).toBe('They carry a lamp.');
    expect(defined('the Voyager', { Voyager: 0.2 })).toBe('Plan: Voyager; Price: £25');
  });

  it('is none where the sources have no place for the subject, or what stands there is no answer', () => {
    expect(defined('Odo', { widow: 0.9 })).toBeUndefined();
    expect(defined('Bela Roe', { widow: 0.9, commands: 0.05 })).toBeUndefined();
  });

  it('is told before what the reader takes for the answer', () => {
    const whole = judgedOf(PASSAGES, { widow: 0.9, commands: 0.2 });
    const query = 'Who is Bela Roe?';
    const { chosen } = writeLookup({ query, passages: PASSAGES, whole, parts: [], maxSentences: 12 });
    expect(chosen.map(({ candidate }) => candidate.text)).toEqual([
      'Captain Bela Roe commands the fort.',
      'Bela Roe is the widow of Odo.',
    ]);
  });
});
