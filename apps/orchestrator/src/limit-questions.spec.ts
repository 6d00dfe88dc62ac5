import { agenticSearch, getAnswer, query } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { limitQuestions } from './limit-questions.js';

describe('limitQuestions', () => {
  it('bounds what asks the arms, and nothing else', () => {
    const limitsOf = limitQuestions(2);
    expect([query, agenticSearch, getAnswer].map(limitsOf)).toEqual([
      { running: 2, waiting: 512 },
      { running: 2, waiting: 512 },
      {},
    ]);
  });
});
