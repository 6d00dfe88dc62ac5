import type { SessionMessage } from '@arbiter/contracts';
import { messageOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { followSession } from './follow-session.js';

type Turn = readonly [question: string, answer: string, confidence?: number];

/** As `ContextMemory` keeps a refusal. */
const declined = (question: string): Turn => [
  question,
  'No passage was found that surely answers this question, so it is not answered.',
  0,
];
const BED: Turn = ['What does a bunk at the Grey Heron cost?', 'A bunk at the Grey Heron costs 3 wicks. [1]'];
const MASTER: Turn = [
  'Who is the harbour master of Orrey?',
  'Jonas Reed has been the harbour master of Orrey since 1998.',
];

function messagesOf(turns: readonly Turn[]): SessionMessage[] {
  return turns.flatMap(([question, answer, confidence = 0.8]) => [
    messageOf(question),
    { ...messageOf(answer, { role: 'assistant' }), metadata: { confidence } },
  ]);
}

const read = (question: string, ...turns: Turn[]): string => followSession(question, messagesOf(turns)).question;

describe('a follow-up to a declined question', () => {
  it.each(['And a bath?', 'Since when?', 'How old is he?', 'Tell me more.', 'What about Sundays?', 'Who runs it?'])(
    'takes nothing from it: %s',
    (question) => {
      expect(read(question, declined('What does a berth at the Salt Quay cost the ferryman?'))).toBe(question);
    },
  );

  it('is completed from the last question that was answered', () => {
    const other = declined('Who is the president of the moon?');
    expect(read('And a bath?', BED, other)).toBe('What does a bath at the Grey Heron cost?');
    expect(read('What about Sundays?', BED, other, other)).toBe('What does a bunk at the Grey Heron cost on Sundays?');
    expect(read('Since when?', MASTER, declined('Does the quay have a crane?'))).toBe(
      'Who is the harbour master of Orrey, and since when?',
    );
  });

  it('points to nobody, and nothing, of before another subject', () => {
    expect(read('How old is he?', MASTER, declined('Who is the king of Tessaly?'))).toBe('How old is he?');
    expect(read('Who runs it?', BED, declined('How fast is the Petrel?'))).toBe('Who runs it?');
  });

  it('points to what was spoken of if that is still the subject', () => {
    expect(read('How old is he?', MASTER, declined('What does the harbour master earn?'))).toBe(
      'How old is Jonas Reed?',
    );
  });
});

describe('a follow-up to an answer', () => {
  it.each([0.4, 0.55, 0.9])('that was shown with a confidence of %d takes who it names', (confidence) => {
    expect(read('How old is he?', [MASTER[0], MASTER[1], confidence])).toBe('How old is Jonas Reed?');
  });

  it.each([
    ['How old is he?', 'How old is Otto Prane?'],
    ['Is he married?', 'Is Otto Prane married?'],
    ["What's his wife's name?", "What's Otto Prane's wife's name?"],
  ])('keeps the name that the question gave a person: %s', (question, expected) => {
    expect(read(question, ['Who is Otto Prane?', 'Otto Prane is the miller of Dale.'])).toBe(expected);
    expect(read(question, ["Who's Otto Prane?", 'He is the miller of Dale, and an old man.'])).toBe(expected);
  });

  it('does not take a role for a name', () => {
    expect(read('How old is he?', ['Who is the miller of Dale?', 'The miller of Dale is Otto Prane.'])).toBe(
      'How old is Otto Prane?',
    );
  });

  it('keeps the place when it asks since when', () => {
    expect(read('Since when?', ['Where does Otto Prane live?', 'Otto Prane lives in Dale.'])).toBe(
      'Where does Otto Prane live, and since when?',
    );
  });
});
