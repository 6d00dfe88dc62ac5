import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { withDeadline } from './with-deadline.js';

/** Answers never; ends as a client does, with an error of its own when its signal is aborted. */
const neverAnswering = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('terminated'))));

describe('withDeadline', () => {
  it('cancels the step when the time is over, and says what did not answer', async () => {
    const { signal } = new AbortController();
    await expect(withDeadline(signal, { timeoutMs: 5, what: 'The store' }, neverAnswering)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The store did not answer within 5 ms.',
      details: { timeoutMs: 5 },
    });
  });

  it('cancels the step with the caller, for the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new ArbiterError('CANCELLED', 'gone');
    const step = withDeadline(controller.signal, { timeoutMs: 60_000, what: 'The store' }, neverAnswering);
    controller.abort(reason);
    await expect(step).rejects.toBe(reason);
  });

  it('leaves no listener on a signal that may live as long as the process', async () => {
    const { signal } = new AbortController();
    const options = { timeoutMs: 60_000, what: 'The store' };
    expect(await withDeadline(signal, options, () => Promise.resolve(7))).toBe(7);
    await expect(withDeadline(signal, options, () => Promise.reject(new TypeError('broken')))).rejects.toThrow(
      'broken',
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('lets many steps of one job run on its signal, which is no leak to be warned of', async () => {
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const step = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    const steps = Array.from({ length: 20 }, () => withDeadline(signal, { timeoutMs: 60_000, what: 'It' }, step));
    await Promise.all(steps);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
