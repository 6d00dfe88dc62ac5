import { describe, expect, it } from '@jest/globals';
import { askedAccount, definedSubject } from '../asked-account.js';

describe('askedAccount', () => {
  it.each([
    'Summarise the Gilded Eel.',
    'please summarize chapter 3',
    'Can you give me a short overview of Hollin Market?',
    'overview of the two meters',
    'Tell me about Odo Marl',
    'What should I know about the tide gates?',
    'Describe the weir.',
    'What is known about the Long Table?',
  ])('hears a summary in "%s"', (question) => {
    expect(askedAccount(question)?.kind).toBe('summary');
  });

  it.each([
    'What happened at the Drowning of Pell?',
    'Walk me through what happened when the pump failed.',
    'What became of the ferry?',
    'Tell me the story of Sigrun Hollt.',
    'How did the strike come about?',
    'what is the history of the lamp',
    "What is the harbour's story?",
    'Timeline of the outage in March',
  ])('hears a narrative in "%s"', (question) => {
    expect(askedAccount(question)?.kind).toBe('narrative');
  });

  it.each([
    'What happens when you drop to 0 hit points?',
    'Who wrote the summary of the report?',
    'How do I describe a field?',
    'In which year did the story of the lamp begin?',
    'How did the clerk pay?',
    'What is the price of an overview map?',
    `Tell me about ${'the long '.repeat(30)}wall`,
  ])('hears none in "%s"', (question) => {
    expect(askedAccount(question)).toBeNull();
  });
});

describe('askedAccount', () => {
  it.each([
    ['Summarise the Gilded Eel.', 'the Gilded Eel'],
    ['What happened at the Drowning of Pell?', 'the Drowning of Pell'],
    ['What happened when the pump failed?', 'when the pump failed'],
    ["What is the harbour's story?", 'the harbour'],
    ['How did the strike come about?', 'the strike'],
    ['Tell me about Odo Marl', 'Odo Marl'],
  ])('knows of what "%s" wants an account', (question, subject) => {
    expect(askedAccount(question)?.subject).toBe(subject);
  });
});

describe('definedSubject', () => {
  it.each([
    ['What is the Gilded Eel?', 'the Gilded Eel'],
    ["who's Odo Marl", 'Odo Marl'],
    ['What were the Salt Wars?', 'the Salt Wars'],
    ['What does spate mean?', 'spate'],
    ['Define spate.', 'spate'],
    ['What is the price of a bed?', 'the price of a bed'],
  ])('reads the subject of "%s"', (question, subject) => {
    expect(definedSubject(question)).toBe(subject);
  });

  it('reads none of other questions', () => {
    expect(['Where is the Eel?', 'What keeps the lamp?', 'How is it?'].map(definedSubject)).toEqual([null, null, null]);
  });
});
