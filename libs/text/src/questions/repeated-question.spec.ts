import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistance, repeatedQuestion } from './repeated-question.js';

describe('editDistance', () => {
  it.each([
    ['kitten', 'sitting', 3 / 7],
    ['flaw', 'lawn', 2 / 4],
    ['', 'abc', 1],
    ['', '', 0],
    ['🕯️', '🕯️', 0],
  ])('between %p and %p', (a, b, expected) => {
    expect(editDistance(a, b)).toBeCloseTo(expected, 12);
  });

  it('is the same in both directions, and 0 of equal texts alone', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it('takes a moment for texts of any length', () => {
    expect(editDistance('a'.repeat(100_000), 'b'.repeat(100_000))).toBe(1);
  });
});

describe('repeatedQuestion', () => {
  it.each([
    ['Who leads the guild?', 'who leads the guild'],
    ['Who leads the guild?', 'Who leads the guild now?'],
    ['Who leads the guild?', 'So who is it that leads the guild?'],
    ['When does the Tidehuose open?', 'When does the Tidehouse open?'],
    ['Which pumps of hall 3 are running?', 'Which pumps are running?'],
  ])('%p is repeated by %p', (before, now) => {
    expect(repeatedQuestion(before, now)).toBeLessThanOrEqual(0.6);
  });

  it.each([
    ['Who leads the guild?', 'Who leads the mill?'],
    ['When does the harbour open?', 'When does the harbour close?'],
    ['Is pump 3 running?', 'Is pump 4 running?'],
    ['Who keeps the lamp?', 'What happened in the third session, and who keeps the lamp since then at Pell?'],
    ['Why?', 'Who?'],
    ['Thanks!', 'Who leads the guild?'],
  ])('%p is not repeated by %p', (before, now) => {
    expect(repeatedQuestion(before, now)).toBeNull();
  });

  it('tells the distance', () => {
    expect(repeatedQuestion('Who leads the guild?', 'Who leads the guild??')).toBeCloseTo(1 / 21, 12);
    expect(repeatedQuestion('Who  leads?', 'who leads?')).toBe(0);
  });
});
