import { describe, expect, it } from '@jest/globals';
import { sleep } from './abortable.js';

describe('sleep', () => {
  it('lasts as long as it is told', async () => {
    const start = performance.now();
    await sleep(60, new AbortController().signal);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('ends with the signal, by its reason', async () => {
    const controller = new AbortController();
    const pause = sleep(60_000, controller.signal);
    controller.abort(new Error('the caller left'));
    await expect(pause).rejects.toThrow('the caller left');
    await expect(sleep(1, controller.signal)).rejects.toThrow('the caller left');
  });
});
