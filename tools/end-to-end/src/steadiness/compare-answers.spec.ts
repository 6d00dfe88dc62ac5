import { describe, expect, it } from '@jest/globals';
import { reaches, steadinessOf, type SteadyOutcome } from './compare-answers.js';

const shown = (...citations: string[]): SteadyOutcome => ({ verdict: 'answered', citations, confidence: 0.8 });
const DECLINED: SteadyOutcome = { verdict: 'declined', citations: [], confidence: 0.2 };

describe('steadinessOf', () => {
  it('counts the same verdict, and the same quotes in any order', () => {
    const pairs = [
      [shown('a', 'b'), shown('b', 'a')],
      [shown('a', 'b'), shown('a')],
      [shown('a'), DECLINED],
      [DECLINED, DECLINED],
    ] as const;
    expect(steadinessOf(pairs)).toEqual({ questions: 4, sameVerdict: 3, sameCitations: 2 });
  });
});

describe('a share of a sample', () => {
  it.each([
    [16, 16],
    [14, 16],
    [240, 250],
    [0, 0],
  ])('of %i of %i is what chance makes of 97 in 100', (same, of) => {
    expect(reaches(0.97, same, of, 0.001)).toBe(true);
  });

  it.each([
    [11, 16],
    [225, 250],
    [0, 16],
  ])('of %i of %i is not', (same, of) => {
    expect(reaches(0.97, same, of, 0.001)).toBe(false);
  });
});
