import { describe, expect, it } from '@jest/globals';
import { RepeatedPrompt } from './repeated-prompt.js';

const PARTS = {
  question: 'Who keeps the mill? The miller is ill.',
  instructions: [
    'Write only what the sources say, and what follows from it: a difference, a sum, who is older, whether a rule applies to a case.',
    'Answer the question from the sources above, with the number of its source behind each sentence.',
  ],
  fenceId: 'fence-1',
  sources: ['Ann keeps the mill.'],
};
const prompt = new RepeatedPrompt(PARTS);

describe('a sentence that repeats its prompt', () => {
  it.each([
    '<question-fence-1>',
    '</question-fence_58aabfaadceba',
    'Tags: <source-fence-9 number="1">.',
    'Who keeps the mill?',
    'who keeps the mill',
    'The miller is ill.',
    'Who keeps the mill? The miller is ill.',
    '1. Write only what the sources say, and what follows it: a difference, a sum, who is older, whether a rule applies.',
    'The number of its source behind each sentence.',
    'The mill › Its keepers › Ann',
    'There is no other mill that has a fence id of this request.',
  ])('is known: %s', (sentence) => expect(prompt.isIn(sentence)).toBe(true));

  it.each([
    'Ann keeps the mill.',
    'Yes.',
    'Ann.',
    'Ann keeps the mill, and the sources say who is older.',
    'The number of the mill is 4.',
  ])('is not taken for one that answers: %s', (sentence) => expect(prompt.isIn(sentence)).toBe(false));

  it.each(['Open Settings › Network.', 'Write the fence id on its gate post.'])(
    'is none where a source says it itself: %s',
    (sentence) => {
      expect(prompt.isIn(sentence)).toBe(true);
      expect(new RepeatedPrompt({ ...PARTS, sources: [sentence] }).isIn(sentence)).toBe(false);
    },
  );
});
