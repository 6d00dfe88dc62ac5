import { describe, expect, it } from '@jest/globals';
import { until } from './until.js';

describe('until', () => {
  it('resolves with what the condition came to', async () => {
    let looks = 0;
    await expect(until(() => (++looks < 3 ? null : 'here'), { intervalMs: 1 })).resolves.toBe('here');
    expect(looks).toBe(3);
  });

  it('names what it waited for when that never comes', async () => {
    await expect(until(() => false, { timeoutMs: 5, intervalMs: 1, what: 'rain' })).rejects.toThrow('for rain');
  });
});
