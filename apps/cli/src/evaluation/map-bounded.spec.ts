import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { mapBounded } from './map-bounded.js';

describe('mapBounded', () => {
  it('has no more under way than it may, and keeps the order', async () => {
    let [underWay, most] = [0, 0];
    const doubled = await mapBounded([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, ++underWay);
      for (let turn = 0; turn < item; turn++) await setImmediate();
      underWay -= 1;
      return 2 * item;
    });
    expect({ doubled, most }).toEqual({ doubled: [10, 2, 8, 4, 6], most: 2 });
  });

  it('begins nothing after a failure, and throws it', async () => {
    const begun: number[] = [];
    const work = mapBounded([1, 2, 3, 4], 1, (item) => {
      begun.push(item);
      return item === 2 ? Promise.reject(new RangeError('two')) : Promise.resolve(item);
    });
    await expect(work).rejects.toThrow('two');
    expect(begun).toEqual([1, 2]);
  });

  it('does nothing for nothing', async () => {
    expect(await mapBounded([], 3, () => Promise.reject(new Error()))).toEqual([]);
  });
});
