import { type IngestionCounts, NO_COUNTS } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { Pace, secondsLeft } from './jobs.controller.js';

const counts = (added: number): IngestionCounts => ({
  ...NO_COUNTS,
  found: 100,
  added,
  chunks: 3 * added,
  bytes: 10 * added,
});

describe('Pace', () => {
  it('says nothing before it has seen enough', () => {
    const pace = new Pace();
    expect(pace.observe(0, counts(0))).toBeNull();
    expect(pace.observe(200, counts(5))).toBeNull();
  });

  it('is what was done per second', () => {
    const pace = new Pace();
    pace.observe(1_000, counts(10));
    expect(pace.observe(3_000, counts(30))).toEqual({ documents: 10, chunks: 30, bytes: 100 });
  });

  it('forgets what is long ago', () => {
    const pace = new Pace();
    pace.observe(0, counts(0));
    pace.observe(20_000, counts(80));
    expect(pace.observe(22_000, counts(82))?.documents).toBe(1);
  });

  it('begins anew with a new attempt', () => {
    const pace = new Pace();
    pace.observe(0, counts(50));
    expect(pace.observe(1_000, counts(1))).toBeNull();
    expect(pace.observe(2_000, counts(3))?.documents).toBe(2);
  });
});

describe('secondsLeft', () => {
  const pace = { documents: 4, chunks: 8, bytes: 100 };
  it.each([
    [20, pace, 5],
    [0, pace, 0],
    [null, pace, null],
    [20, null, null],
    [20, { ...pace, documents: 0 }, null],
  ])('of %j documents at %j is %j', (remaining, at, expected) => {
    expect(secondsLeft(remaining, at)).toBe(expected);
  });
});
