import { describe, expect, it } from '@jest/globals';
import type { CandidateSentence } from './candidate-sentences.js';
import { choosePromising } from './choose-promising.js';

const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ text }) as CandidateSentence) as [
  CandidateSentence,
  CandidateSentence,
  CandidateSentence,
];
const part = (...scores: readonly number[]) =>
  [a, b, c].map((candidate, index) => ({ candidate, score: scores[index] ?? 0 }));

describe('choosePromising', () => {
  it('takes the best by words', () => {
    expect(choosePromising([part(0.1, 0.5, 0.4)], 2, 0)).toEqual(new Set([b, c]));
  });

  it('takes no more where the best stands alone', () => {
    expect(choosePromising([part(0.1, 0.5, 0.2)], 3, 0.7)).toEqual(new Set([b]));
  });

  it('gives every part of a question its turn', () => {
    expect(choosePromising([part(0.5, 0.4, 0), part(0, 0.1, 0.3)], 2, 0)).toEqual(new Set([a, c]));
  });
});
