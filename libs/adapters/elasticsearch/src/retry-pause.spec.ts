import { describe, expect, it } from '@jest/globals';
import { retryPause } from './retry-pause.js';

const { signal } = new AbortController();

describe('retryPause', () => {
  it('doubles with each attempt, by a random part', async () => {
    const lasted = async (attempt: number, random: number): Promise<number> => {
      const start = performance.now();
      await retryPause(attempt, { firstMs: 20, random: () => random }, signal);
      return performance.now() - start;
    };
    expect(await lasted(4, 1)).toBeGreaterThanOrEqual(155);
    expect(await lasted(4, 0)).toBeLessThan(150);
  });

  it('ends with the signal, by its reason', async () => {
    const controller = new AbortController();
    const pause = retryPause(10, { firstMs: 60_000, random: () => 1 }, controller.signal);
    controller.abort(new Error('the caller left'));
    await expect(pause).rejects.toThrow('the caller left');
    await expect(retryPause(1, { firstMs: 1, random: () => 0 }, controller.signal)).rejects.toThrow('the caller left');
  });
});
