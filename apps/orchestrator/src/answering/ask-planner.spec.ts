import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { askPlanner } from './ask-planner.js';

const { signal } = new AbortController();
const fails = (error: Error) => () => Promise.reject<string>(error);

describe('askPlanner', () => {
  it('gives what the planner says', async () => {
    const ask = () => Promise.resolve('plan');
    expect(await askPlanner(ask, signal, () => 'none')).toEqual({ value: 'plan', degraded: [] });
  });

  it.each(['UNAVAILABLE', 'OVERLOADED'] as const)('does without it while it is %s, and notes that', async (code) => {
    const away = fails(new ArbiterError(code, 'Away.'));
    expect(await askPlanner(away, signal, () => 'none')).toEqual({ value: 'none', degraded: ['planner'] });
  });

  it('passes on what asking again would not mend', async () => {
    for (const error of [new ArbiterError('INVALID_REQUEST', 'No.'), new TypeError('broken')]) {
      await expect(askPlanner(fails(error), signal, () => 'none')).rejects.toBe(error);
    }
  });

  it('does nothing instead for a caller who has left', async () => {
    const away = new ArbiterError('UNAVAILABLE', 'Away.');
    await expect(askPlanner(fails(away), AbortSignal.abort(), () => 'none')).rejects.toBe(away);
  });
});
