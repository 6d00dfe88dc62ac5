import { describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passages.js';
import type { Attempt } from './attempt.js';
import { declineMessage, type Declined } from './decline.js';

const over = (passages: Attempt['retrieved']['passages']): Pick<Attempt, 'retrieved'> => ({
  retrieved: { passages, queries: [], followed: [], degraded: [], notices: [] },
});
const SOME = over([passage('Licences', 'A licence costs four pence.')]);
const NONE = over([]);

const of = (over: Partial<Declined> = {}): Declined => ({
  question: 'What does a licence cost?',
  queryType: 'simple_lookup',
  libraryIsEmpty: false,
  showsClosest: false,
  ...over,
});
const NOT_SURE = 'No passage was found that surely answers this question, so it is not answered.';
const LOOK = 'The closest passages may hold the answer: please look at them.';

describe('declineMessage', () => {
  it.each([
    ['something was found', SOME, NOT_SURE],
    ['nothing was found', NONE, 'No passage was found for this question, so it is not answered.'],
  ])('speaks of the search alone where %s, and claims nothing of what the sources hold', (_, attempt, message) => {
    for (const queryType of ['simple_lookup', 'comparative', 'out_of_scope'] as const) {
      expect(declineMessage(attempt, of({ queryType }))).toBe(message);
    }
  });

  it('invites to look at the closest passages where they are shown', () => {
    expect(declineMessage(SOME, of({ showsClosest: true }))).toBe(`${NOT_SURE} ${LOOK}`);
    expect(declineMessage(NONE, of({ showsClosest: true }))).not.toContain(LOOK);
  });

  it.each([
    ['Who issues licences?', ' None of the passages that were found has the word “issues”.'],
    [
      'What does a boating licence cost in Orrey?',
      ' None of the passages that were found has the word “boating” or “Orrey”.',
    ],
    ['Who buys licences for boats in Orrey?', ''],
    ['What does the licence cost?', ''],
    ['許可証はいくらですか', ''],
    ['', ''],
  ])('names the few words that no passage has: %s', (question, lack) => {
    expect(declineMessage(SOME, of({ question }))).toBe(NOT_SURE + lack);
  });

  it('takes a word of a heading for one of the passage', () => {
    const under = over([{ ...passage('Orrey', 'It costs four pence.'), section: ['Boating licences'] }]);
    expect(declineMessage(under, of({ question: 'What does a boating licence cost in Orrey?' }))).toBe(NOT_SURE);
  });

  it('finds no question in small talk, whatever was found', () => {
    for (const attempt of [SOME, NONE]) {
      expect(declineMessage(attempt, of({ queryType: 'conversational', showsClosest: true }))).toMatch(/no question/);
    }
  });

  it('says that the library is empty before anything else, and no command line', () => {
    const message = declineMessage(NONE, of({ queryType: 'conversational', libraryIsEmpty: true }));
    expect(message).toBe('There is nothing to answer from: the library is empty.');
  });
});
