import { describe, expect, it } from '@jest/globals';
import { countSteps } from './count-steps.js';

const WORK = new URL('../../test/counted-work.ts', import.meta.url);

describe('countSteps', () => {
  it('tells work that grows with its input from work that grows with the square of it', async () => {
    const kinds = ['linear', 'each with each', 'a search through all for each', 'an expression on all for each'];
    kinds.push('a copy of all for each', 'a spread of all for each');
    const calls = kinds.flatMap((kind) => [500, 2_000].map((size) => [kind, size]));
    const steps = await countSteps(WORK, 'work', calls);
    const [linear, ...quadratic] = kinds.map((_, index) => steps[2 * index + 1]! / steps[2 * index]!);
    expect(linear).toBeGreaterThan(3.5);
    expect(linear).toBeLessThan(4.3);
    for (const growth of quadratic) expect(growth).toBeGreaterThan(10);
  });

  it('counts the same for the same call', async () => {
    const steps = await countSteps(WORK, 'work', [
      ['linear', 500],
      ['linear', 500],
    ]);
    expect(steps[0]).toBe(steps[1]);
  });

  it('fails as the function does', async () => {
    await expect(countSteps(WORK, 'work', [['an error', 1]])).rejects.toThrow('not this one');
    await expect(countSteps(WORK, 'nothing', [[]])).rejects.toThrow('exports no nothing');
  });
});
