import { describe, expect, it } from '@jest/globals';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { distinctAnswers, rankedAnswers } from './choose-answers.js';

const FERRY = 'The ferry leaves at noon.';
const COST = 'It costs two wicks.';
const text = `${FERRY} ${COST} This is cheap, and the boat is dry.`;
const ranked = (from: string, judgements: Judgements, least?: number): [string, number][] =>
  rankedAnswers(judgedOf([passage('ferry', from)], judgements), least).map(({ candidate, probability }) => [
    candidate.text,
    probability,
  ]);

describe('rankedAnswers', () => {
  it('puts the likelier sentence first, and leaves out what promises too little', () => {
    const from = 'Boats are blue. The mole is long. The stair is steep.';
    const judgements = { blue: 0.2, mole: 0.7, stair: 0.02 };
    expect(ranked(from, judgements)).toEqual([
      ['The mole is long.', 0.7],
      ['Boats are blue.', 0.2],
    ]);
    expect(ranked(from, judgements, 0.5)).toEqual([['The mole is long.', 0.7]]);
  });

  it.each([
    ['noon', FERRY],
    ['two wicks', `${FERRY} ${COST}`],
  ])('gives no more of what was extended than is needed to read "%s"', (words, said) => {
    const likely = (probability: number) => ({ probability, words });
    const judgements = { cheap: likely(0.9), costs: likely(0.6), noon: words === 'noon' ? likely(0.5) : 0.1 };
    expect(ranked(text, judgements)[0]).toEqual([said, 0.9]);
    expect(ranked(text, judgements).filter(([sentence]) => sentence === said)).toHaveLength(1);
  });

  it('keeps a sentence whole in which no words stand out', () => {
    expect(ranked(text, { cheap: 0.9, costs: 0.6 })[0]).toEqual([text, 0.9]);
  });
});

describe('distinctAnswers', () => {
  it('leaves out what overlaps or repeats what stands before it', () => {
    const passages = [passage('ferry', text), passage('guide', FERRY), passage('inn', 'A bed is dear.')];
    const all = rankedAnswers(judgedOf(passages, { cheap: 0.9, noon: 0.8, bed: 0.7 }));
    expect(distinctAnswers(all).map(({ candidate }) => candidate.text)).toEqual([text, 'A bed is dear.']);
  });
});
