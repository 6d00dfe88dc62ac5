import { describe, expect, it } from '@jest/globals';
import { passage } from '../../test/passages.js';
import type { Attempt } from './attempt.js';
import { declineMessage } from './decline.js';

const over = (passages: Attempt['retrieved']['passages']): Pick<Attempt, 'retrieved'> => ({
  retrieved: { passages, queries: [], followed: [], degraded: [], notices: [] },
});
const SOME = over([passage('Licences', 'A licence costs four pence.')]);
const NONE = over([]);

describe('declineMessage', () => {
  it.each([
    ['something was found', SOME, 'No passage was found that surely answers this question, so it is not answered.'],
    ['nothing was found', NONE, 'No passage was found for this question, so it is not answered.'],
  ])('speaks of the search alone where %s, and claims nothing of what the sources hold', (_, attempt, message) => {
    for (const queryType of ['simple_lookup', 'comparative', 'out_of_scope'] as const) {
      expect(declineMessage(attempt, queryType, false)).toBe(message);
    }
  });

  it('finds no question in small talk, whatever was found', () => {
    for (const attempt of [SOME, NONE]) expect(declineMessage(attempt, 'conversational', false)).toMatch(/no question/);
  });

  it('says how to fill an empty library before anything else', () => {
    expect(declineMessage(NONE, 'conversational', true)).toMatch(/library is empty.*`arbiter ingest PATH`/);
  });
});
