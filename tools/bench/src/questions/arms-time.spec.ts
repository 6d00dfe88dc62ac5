import { describe, expect, it } from '@jest/globals';
import { timeWithin } from './question-load.js';

describe('timeWithin', () => {
  it.each([
    ['calls one after the other', [{ startedAt: 5, ms: 10 }, { startedAt: 20, ms: 7 }], 17], // prettier-ignore
    ['calls side by side', [{ startedAt: 12, ms: 10 }, { startedAt: 5, ms: 10 }], 17], // prettier-ignore
    ['a call within another', [{ startedAt: 5, ms: 20 }, { startedAt: 10, ms: 1 }, { startedAt: 24, ms: 2 }], 21], // prettier-ignore
    ['no call', [], 0],
  ])('of %s', (_what, calls, expected) => {
    expect(timeWithin(calls)).toBe(expected);
  });
});
