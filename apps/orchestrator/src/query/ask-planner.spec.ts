import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { askPlanner } from './ask-planner.js';

const { signal } = new AbortController();
const fails = (error: Error) => () => Promise.reject<string>(error);

describe('askPlanner', () => {
  it('gives what the planner says', async () => {
    const degraded = new Set<string>();
    expect(
      await askPlanner(
        () => Promise.resolve('plan'),
        { signal, degraded },
        () => 'none',
      ),
    ).toBe('plan');
    expect(degraded).toEqual(new Set());
  });

  it.each(['UNAVAILABLE', 'OVERLOADED'] as const)('does without it while it is %s, and notes that', async (code) => {
    const degraded = new Set<string>();
    const away = fails(new ArbiterError(code, 'Away.'));
    expect(await askPlanner(away, { signal, degraded }, () => 'none')).toBe('none');
    expect([...degraded]).toEqual(['planner']);
  });

  it('passes on what asking again would not mend', async () => {
    const degraded = new Set<string>();
    for (const error of [new ArbiterError('INVALID_REQUEST', 'No.'), new TypeError('broken')]) {
      await expect(askPlanner(fails(error), { signal, degraded }, () => 'none')).rejects.toBe(error);
    }
    expect(degraded.size).toBe(0);
  });

  it('does nothing instead for a caller who has left', async () => {
    const degraded = new Set<string>();
    const away = new ArbiterError('UNAVAILABLE', 'Away.');
    const call = { signal: AbortSignal.abort(), degraded };
    await expect(askPlanner(fails(away), call, () => 'none')).rejects.toBe(away);
    expect(degraded.size).toBe(0);
  });
});
