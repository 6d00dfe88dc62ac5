import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../metrics/statistics.js';
import { compareAnswers, type AnswerOutcome, type ComparisonOptions } from './compare-answers.js';
import type { AnswerVerdict } from './judge-answer.js';

/** One letter a question: answerable and Correct, Wrong, Shy; not answerable and Declined, Bold. */
const VERDICTS: Readonly<Record<string, AnswerVerdict>> = {
  C: 'correct',
  W: 'wrong',
  S: 'wronglyDeclined',
  D: 'declined',
  B: 'wronglyAnswered',
};

function run(letters: string): AnswerOutcome[] {
  return Array.from(letters).map((letter, index) => ({
    id: `q${index}`,
    answerable: 'CWS'.includes(letter),
    outcome: VERDICTS[letter]!,
  }));
}

function compare(before: string, after: string, options: Partial<ComparisonOptions> = {}) {
  return compareAnswers(run(before), run(after), { random: () => seededRandom(1), ...options });
}

describe('compareAnswers', () => {
  it('pairs the questions, and says which were gained and lost', () => {
    expect(compare('CCWSDB', 'CWCWBD')).toEqual({
      right: { n: 6, before: 3 / 6, after: 3 / 6, difference: 0, pValue: 1 },
      correct: { n: 4, before: 2 / 4, after: 2 / 4, difference: 0, pValue: 1 },
      declined: { n: 2, before: 1 / 2, after: 1 / 2, difference: 0, pValue: 1 },
      gained: ['q2', 'q5'],
      lost: ['q1', 'q4'],
      unmatched: [],
    });
  });

  it('tests the difference, either way or for a fall alone', () => {
    // Five lost, none gained: of 32 assignments of signs one falls as far, two differ as far.
    expect(compare('CCCCCC', 'WWWWWC').correct).toMatchObject({ difference: -5 / 6, pValue: 2 / 32 });
    expect(compare('CCCCCC', 'WWWWWC', { alternative: 'less' }).correct).toMatchObject({ pValue: 1 / 32 });
    // Five lost, one gained: 1 + 6 of 64 fall as far.
    expect(compare('CCCCCW', 'WWWWWC', { alternative: 'less' }).correct).toMatchObject({ pValue: 7 / 64 });
    expect(compare('WWWWW', 'CCCCC', { alternative: 'less' }).correct).toMatchObject({ difference: 1, pValue: 1 });
  });

  it('leaves out what only one run has, and names it', () => {
    expect(compare('CC', 'CCD')).toMatchObject({ right: { n: 2 }, declined: null, unmatched: ['q2'] });
    expect(compare('', 'C')).toMatchObject({ right: null, correct: null, declined: null, unmatched: ['q0'] });
  });
});
