import { describe, expect, it } from '@jest/globals';
import { rowOf, TYPED } from './scenario.js';
import type { Outcome } from './steady-load.js';

const outcome = (startedAt: number, endedAt: number, code = 'OK'): Outcome => ({ call: 'a', startedAt, endedAt, code });
const NOTHING_FAILS = { mayFailWith: [], recoveryMs: 0, longestMs: 1_000 };

describe('rowOf', () => {
  it('keeps a promise under which nothing failed', () => {
    const row = rowOf({ scenario: 's', outcomes: [outcome(0, 10), outcome(20, 70)], overAt: 15 }, NOTHING_FAILS);
    expect(row).toMatchObject({ requests: 2, failures: {}, recoveryMs: 0, longestMs: 50, broken: [] });
  });

  it('measures recovery from the end of the cause to that of the last failure', () => {
    const outcomes = [outcome(0, 10, 'UNAVAILABLE'), outcome(20, 90, 'UNAVAILABLE'), outcome(95, 96)];
    const observed = { scenario: 's', outcomes, overAt: 50 };
    const kept = { mayFailWith: TYPED, recoveryMs: 40, longestMs: 100 };
    expect(rowOf(observed, kept)).toMatchObject({ failures: { UNAVAILABLE: 2 }, recoveryMs: 40, broken: [] });
    expect(rowOf(observed, { ...kept, recoveryMs: 39 }).broken).toEqual(['recovered after 40 ms']);
  });

  it.each(['HANG', 'CONNECTION', 'UNTYPED', 'INTERNAL', 'INVALID_REQUEST'])(
    'takes %s for a broken promise, whatever is typed',
    (code) => {
      const row = rowOf(
        { scenario: 's', outcomes: [outcome(0, 1, code), outcome(2, 3)], overAt: 1 },
        { mayFailWith: TYPED, recoveryMs: 10, longestMs: 10 },
      );
      expect(row.broken).toEqual([`1 × ${code}`]);
    },
  );

  it('says when nothing was answered afterwards, or somebody waited too long', () => {
    const row = rowOf({ scenario: 's', outcomes: [outcome(0, 2_000)], overAt: 1 }, NOTHING_FAILS);
    expect(row.broken).toEqual(['a client waited 2000 ms', 'nothing was answered afterwards']);
  });
});
