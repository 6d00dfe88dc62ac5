import { describe, expect, it } from '@jest/globals';
import { isQuestion } from './asked-kind.js';

describe('isQuestion', () => {
  it.each([
    'How long do eels live',
    'is salt taxed',
    'eels, where from?',
    'define bollard',
    '灯台守は誰ですか？',
    'Does it burn? ',
  ])('is true of %j', (query) => {
    expect(isQuestion(query)).toBe(true);
  });

  it.each(['eel prices', 'Isolated cells grow in serum.', 'Willow bark', '', 'the question is how'])(
    'is false of %j',
    (query) => {
      expect(isQuestion(query)).toBe(false);
    },
  );
});
