import { describe, expect, it } from '@jest/globals';
import { openPack } from './packs.js';
import { QUESTION_METAMORPHOSES } from './question-metamorphoses.js';

const apply = (name: string, question: string): string | undefined =>
  QUESTION_METAMORPHOSES.find((one) => one.name === name)?.apply(question);

describe('a rewording', () => {
  it.each([
    ['lower case', 'Who keeps Gull Point?', 'who keeps gull point?'],
    ['upper case', 'Who keeps Gull Point?', 'WHO KEEPS GULL POINT?'],
    ['no question mark', 'Who keeps it?', 'Who keeps it'],
    ['loose punctuation', 'Who keeps it?', '  Who keeps it ?? '],
    ['curly quotes', `Who's called "Eel"?`, 'Who’s called “Eel”?'],
    ['curly quotes', 'Who’s called “Eel”?', `Who's called "Eel"?`],
    ['short forms', 'What is it that does not burn?', "What's it that doesn't burn?"],
    ['long forms', "Who's late when it doesn't run?", 'Who is late when it does not run?'],
    ['other spelling', 'Which harbours organise it?', 'Which harbors organize it?'],
    ['other spelling', 'What color is the Center?', 'What colour is the Centre?'],
  ])('by %s makes of %p %p', (name, question, reworded) => {
    expect(apply(name, question)).toBe(reworded);
  });

  it.each([
    ['curly quotes', 'Who keeps it?'],
    ['other spelling', 'Who dug the Greyfell tunnel?'],
    ['no question mark', 'List the inns.'],
  ])('by %s leaves %p as it is', (name, question) => {
    expect(apply(name, question)).toBe(question);
  });
});

describe('the packs that are asked', () => {
  it('are none that are kept', async () => {
    await expect(openPack('saltmarsh-birds')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const { questions } = await openPack('lantern-coast');
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.every((question) => !('part' in question) || question.part !== 'test')).toBe(true);
  });
});
