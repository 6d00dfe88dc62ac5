import { describe, expect, it } from '@jest/globals';
import { judgedOf, passage } from '../../../test/readings.js';
import { composeAnswer } from '../sentences/compose-answer.js';
import { writeLookup } from './write-lookup.js';

const BOARD = 'A bath costs three wicks.';

/** What is said where the board reads best, and the other document so. */
function said(other: string, words: string, probability = 0.6, maxSentences = 12): string {
  const passages = [passage('board', BOARD), passage('other', other)];
  const whole = judgedOf(passages, {
    [BOARD]: { probability: 0.8, words: 'three wicks' },
    [other]: { probability, words },
  });
  return composeAnswer(writeLookup({ query: 'What does a bath cost?', passages, whole, parts: [], maxSentences })).text;
}

describe('writeLookup, where sources contradict each other', () => {
  it('quotes both, a paragraph each, and names neither as the short answer', () => {
    expect(said('A bath costs four wicks.', 'four wicks')).toBe(
      'A bath costs three wicks. [1]\n\nA bath costs four wicks. [2]',
    );
  });

  it.each([
    ['says the same', 'A bath costs 3 wicks.', '3 wicks', 0.6],
    ['speaks of another thing', 'A mule costs forty wicks.', 'forty wicks', 0.6],
    ['speaks of another kind of it', 'A cold bath costs four wicks in winter.', 'four wicks', 0.6],
    ['states another kind of amount', 'A bath costs four buckets.', 'four buckets', 0.6],
    ['is hardly an answer', 'A bath costs four wicks.', 'four wicks', 0.3],
  ])('quotes one where the other %s', (_, other, words, probability) => {
    expect(said(other, words, probability)).toBe('A bath costs three wicks. [1]');
  });

  it('quotes one where one sentence is wanted', () => {
    expect(said('A bath costs four wicks.', 'four wicks', 0.6, 1)).toBe('A bath costs three wicks. [1]');
  });

  it('quotes one of two sentences of one document', () => {
    const inn = passage('inn', `${BOARD} A bath costs four wicks.`);
    const whole = judgedOf([inn], {
      [BOARD]: { probability: 0.8, words: 'three wicks' },
      four: { probability: 0.7, words: 'four wicks' },
    });
    const { chosen } = writeLookup({ query: 'What?', passages: [inn], whole, parts: [], maxSentences: 12 });
    expect(chosen.map(({ candidate }) => candidate.text)).toEqual([BOARD]);
  });
});
