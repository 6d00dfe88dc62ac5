import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@arbiter/ports/testing';
import { timeBudgetUntil, UNLIMITED } from './time-budget.js';

describe('timeBudgetUntil', () => {
  it.each([
    ['what the step has, where there is time', 10_000, 0, 6_000],
    ['what is left but for a second, where there is less', 10_000, 6_500, 2_500],
    ['three quarters of a short time', 400, 0, 300],
    ['a second step no more of the reserve than the first', 400, 250, 50],
    ['nothing of the reserve', 400, 300, 0],
    ['nothing when the deadline has passed', 400, 500, 0],
  ])('gives %s', (_, deadlineMs, passedMs, budget) => {
    const clock = new ManualClock();
    const sut = timeBudgetUntil(clock.now() + deadlineMs, clock);
    clock.advance(passedMs);
    expect(sut.within(6_000)).toBe(budget);
  });
});

describe('UNLIMITED', () => {
  it('gives a step all it has', () => {
    expect(UNLIMITED.within(6_000)).toBe(6_000);
  });
});
