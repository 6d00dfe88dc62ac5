import { describe, expect, it } from '@jest/globals';
import { questionTerms } from './term-coverage.js';

const found = (question: string) => questionTerms(question).map(({ term }) => term);

describe('questionTerms', () => {
  it('leaves out the words that only give a question its form', () => {
    expect(found('Please tell me how many people live in Lindau')).toEqual(['peopl', 'live', 'lindau']);
  });

  it('keeps them where nothing else would be left', () => {
    expect(found('How much work?')).toEqual(['much', 'work']);
  });

  it('gives the span of each word', () => {
    const question = 'List every bridge';
    expect(questionTerms(question).map(({ start, end }) => question.slice(start, end))).toEqual(['bridge']);
  });
});
