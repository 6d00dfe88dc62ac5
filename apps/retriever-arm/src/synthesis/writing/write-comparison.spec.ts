import { describe, expect, it } from '@jest/globals';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeComparison } from './write-parts.js';

const PASSAGES = [
  passage('inn', 'The inn serves eel pie. A bed at the inn costs four pence.'),
  passage('light', 'The stair has ninety steps. A cot in the tower is free.'),
  passage('fair', 'At the fair a blanket is lent for a penny.'),
];

function said(whole: Judgements, parts: readonly Judgements[], maxSentences = 12): string[] {
  const composition = writeComparison({
    query: 'Where does a bed cost less?',
    passages: PASSAGES,
    whole: judgedOf(PASSAGES, whole),
    parts: parts.map((part, index) => ({ question: `Part ${index + 1}?`, judged: judgedOf(PASSAGES, part) })),
    maxSentences,
  });
  expect(composition).toMatchObject({ layout: 'paragraphs', hasShortAnswer: false });
  return composition.chosen.map(({ candidate }) => candidate.text);
}

const INN = 'A bed at the inn costs four pence.';
const TOWER = 'A cot in the tower is free.';

describe('writeComparison', () => {
  it('says of each side what answers its own question best, though the whole question prefers one', () => {
    expect(
      said({ bed: 0.9, pie: 0.8 }, [
        { bed: 0.7, pie: 0.2 },
        { cot: 0.4, steps: 0.3 },
      ]),
    ).toEqual([INN, TOWER]);
  });

  it('puts what answers the whole question in the place of a side that nothing is read of', () => {
    expect(said({ blanket: 0.9, bed: 0.5 }, [{ bed: 0.7 }, { cot: 0.05 }])).toEqual([
      INN,
      'At the fair a blanket is lent for a penny.',
    ]);
  });

  it('goes on to the next that answers the whole question where the best of it speaks of the side already', () => {
    expect(said({ bed: 0.9, cot: 0.5 }, [{ bed: 0.7 }, {}])).toEqual([INN, TOWER]);
    expect(said({ bed: 0.9, cot: 0.2 }, [{ bed: 0.7 }, {}])).toEqual([INN]);
  });

  it('takes the two that answer the whole question where it has no parts', () => {
    expect(said({ bed: 0.9, cot: 0.6, blanket: 0.5 }, [])).toEqual([INN, TOWER]);
  });

  it('says a sentence once that speaks of both sides', () => {
    expect(said({ bed: 0.9 }, [{ bed: 0.7 }, { bed: 0.6 }])).toEqual([INN]);
  });

  it('keeps to the sentences that are wanted, and says nothing where nothing promises', () => {
    expect(said({ bed: 0.9 }, [{ bed: 0.7 }, { cot: 0.4 }], 1)).toEqual([INN]);
    expect(said({}, [{}, {}])).toEqual([]);
  });
});
