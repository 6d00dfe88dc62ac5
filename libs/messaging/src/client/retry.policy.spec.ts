import { ArbiterError, backoffMs } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { echo } from '../../test/contract.operations.js';
import { CancellationSource } from '../call/cancellation.js';
import { SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import { NO_RESPONDERS, retry, type RetryContext } from './carried-operation.client.js';
import { RetryBudget } from './retry.budget.js';

const context: RetryContext = {
  operation: echo,
  deadline: 10_000,
  caller: new CancellationSource(),
  policy: { retries: 2, baseDelayMs: 2, maxDelayMs: 4, jitter: 'full' },
  budget: new RetryBudget(),
  runtime: { ...SYSTEM_RUNTIME, now: () => 0, random: () => 0.5 },
};

/** Runs attempts that all fail so; how many there were. */
async function attemptsUntilFailure(error: ArbiterError, overrides: Partial<RetryContext> = {}): Promise<number> {
  let attempts = 0;
  const run = retry({ ...context, ...overrides }, () => {
    attempts += 1;
    return Promise.reject(error);
  });
  await expect(run).rejects.toBe(error);
  return attempts;
}

const overloaded = new ArbiterError('OVERLOADED', 'Not now.');

describe('retry', () => {
  it('gives up after the last attempt with what that failed with', async () => {
    await expect(attemptsUntilFailure(overloaded)).resolves.toBe(3);
  });

  it.each([
    ['an error that repeats', new ArbiterError('NOT_FOUND', 'No.')],
    ['an operation nobody serves', new ArbiterError('UNAVAILABLE', 'No.', { details: { reason: NO_RESPONDERS } })],
  ])('tries once on %s', async (_, error) => {
    await expect(attemptsUntilFailure(error)).resolves.toBe(1);
  });

  it('does not wait past the deadline', async () => {
    const policy = { retries: 8, baseDelayMs: 1_000, maxDelayMs: 1_000, jitter: 'full' } as const;
    await expect(attemptsUntilFailure(overloaded, { policy, deadline: 500 })).resolves.toBe(1);
  });

  it('doubles the bound of its waits up to the cap, and waits the share of it that chance says', () => {
    const policy = { retries: 8, baseDelayMs: 10, maxDelayMs: 50, jitter: 'full' } as const;
    expect([1, 2, 3, 4, 5].map((tried) => backoffMs(tried, policy, 0.5))).toEqual([5, 10, 20, 25, 25]);
    expect(backoffMs(1, policy, 0)).toBe(0);
  });

  it('ends a wait with the reason of a caller that goes away', async () => {
    const going = new CancellationSource();
    const gone = new ArbiterError('CANCELLED', 'Gone.');
    const run = retry(
      { ...context, caller: going, policy: { retries: 1, baseDelayMs: 9_000, maxDelayMs: 9_000, jitter: 'full' } },
      () => Promise.reject(overloaded),
    );
    setImmediate(() => going.abort(gone));
    await expect(run).rejects.toBe(gone);
  });

  it('repeats a tenth of the calls once the reserve is spent, and what fails then fails at once', async () => {
    const budget = new RetryBudget({ ratio: 0.1, reserve: 5 });
    let attempts = 0;
    for (let call = 0; call < 100; call += 1) attempts += await attemptsUntilFailure(overloaded, { budget });
    expect(attempts).toBeGreaterThanOrEqual(100 + 5 + 8);
    expect(attempts).toBeLessThanOrEqual(100 + 5 + 11);
  });

  it('spends nothing on what is not repeated, and saves up no more than the reserve', async () => {
    const budget = new RetryBudget({ ratio: 1, reserve: 3 });
    const repeats = new ArbiterError('NOT_FOUND', 'No.');
    for (let call = 0; call < 50; call += 1) await attemptsUntilFailure(repeats, { budget });
    expect([1, 2, 3, 4].map(() => budget.spend())).toEqual([true, true, true, false]);
  });
});
