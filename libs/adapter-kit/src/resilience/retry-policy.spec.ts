import { ArbiterError, type RetryPolicy } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './retry-policy.js';

const POLICY: RetryPolicy = { retries: 3, baseDelayMs: 100, maxDelayMs: 300 };
const down = new ArbiterError('UNAVAILABLE', 'down');
const limited = (retryAfterMs: number | null) =>
  new ArbiterError('RATE_LIMITED', 'later', { details: { retryAfterMs } });

describe('retryDelayMs', () => {
  it('doubles up to the longest pause, half of it by chance', () => {
    expect([1, 2, 3].map((retry) => retryDelayMs(down, retry, POLICY, 0))).toEqual([50, 100, 150]);
    expect([1, 2, 3].map((retry) => retryDelayMs(down, retry, POLICY, 1))).toEqual([100, 200, 300]);
  });

  it('ends after the last retry', () => {
    expect(retryDelayMs(down, 4, POLICY, 0)).toBeNull();
    expect(retryDelayMs(limited(0), 4, POLICY, 0)).toBeNull();
  });

  it('is what the vendor asks for, unless that is longer than anyone waits', () => {
    expect(retryDelayMs(limited(300), 1, POLICY, 0.5)).toBe(300);
    expect(retryDelayMs(limited(301), 1, POLICY, 0.5)).toBeNull();
    expect(retryDelayMs(limited(null), 1, POLICY, 0)).toBe(50);
  });

  it.each(['INVALID_REQUEST', 'UNAUTHENTICATED', 'NOT_FOUND', 'CANCELLED', 'DEADLINE_EXCEEDED'] as const)(
    'is none after %s',
    (code) => expect(retryDelayMs(new ArbiterError(code, 'no'), 1, POLICY, 0)).toBeNull(),
  );
});
