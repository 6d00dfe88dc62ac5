import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { mapConcurrently } from './bounded-concurrency.js';

describe('mapConcurrently', () => {
  it('gives results in the order of the values, whichever is ready first', async () => {
    const turns = [3, 0, 1];
    const map = async (count: number): Promise<string> => {
      for (let i = 0; i < count; i++) await turn();
      return `after ${count}`;
    };
    expect(await mapConcurrently(turns, 2, map)).toEqual(['after 3', 'after 0', 'after 1']);
  });

  it('runs so many at once, and takes a value only when its task can start', async () => {
    let [taken, running, most, done] = [0, 0, 0, 0];
    function* source(): Generator<number> {
      while (taken < 10) yield ++taken;
    }
    await mapConcurrently(source(), 3, async () => {
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
    const work = mapConcurrently([0, 1, 2, 3, 4], 2, async (value) => {
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

  it('tells what failed first, whichever task it was', async () => {
    const work = mapConcurrently([2, 0], 2, async (turns) => {
      for (let i = 0; i < turns; i++) await turn();
      throw new Error(`after ${turns}`);
    });
    await expect(work).rejects.toThrow('after 0');
  });

  it('waits for what is under way when its source fails', async () => {
    const ended: number[] = [];
    function* source(): Generator<number> {
      yield 1;
      throw new Error('no more values');
    }
    const work = mapConcurrently(source(), 2, async (value) => {
      await turn();
      ended.push(value);
    });
    await expect(work).rejects.toThrow('no more values');
    expect(ended).toEqual([1]);
  });
});
