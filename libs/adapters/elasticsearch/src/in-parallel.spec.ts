import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inParallel } from './in-parallel.js';

describe('inParallel', () => {
  it('runs so many at once, and takes a value only when its task can start', async () => {
    let [taken, running, most, done] = [0, 0, 0, 0];
    function* source(): Generator<number> {
      while (taken < 10) yield ++taken;
    }
    await inParallel(source(), 3, async () => {
      most = Math.max(most, ++running);
      expect(taken).toBe(done + running);
      await turn();
      running--;
      done++;
    });
    expect({ done, most }).toEqual({ done: 10, most: 3 });
  });

  it('begins no other after a failure, and waits for those under way', async () => {
    const [begun, ended]: [number[], number[]] = [[], []];
    const work = inParallel([0, 1, 2, 3, 4], 2, async (value) => {
      begun.push(value);
      await turn();
      if (value === 1) throw new Error('no more');
      await turn();
      ended.push(value);
    });
    await expect(work).rejects.toThrow('no more');
    expect(begun).toEqual([0, 1]);
    expect(ended).toEqual([0]);
  });
});
