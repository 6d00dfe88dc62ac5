import { describe, expect, it } from '@jest/globals';
import { ResultCache } from './result-cache.js';

const always = () => true;

describe('ResultCache', () => {
  it('makes a result once, and a failed one again', async () => {
    const cache = new ResultCache('model', 1_000);
    const key = cache.keyOf('validate', { answer: 'x' }, null);
    await expect(cache.getOrMake(key, () => Promise.reject(new Error('gone')), always)).rejects.toThrow('gone');
    expect(await cache.getOrMake(key, () => Promise.resolve(1), always)).toEqual({ result: 1, cached: false });
    expect(await cache.getOrMake(key, () => Promise.resolve(2), always)).toEqual({ result: 1, cached: true });
  });

  it('keeps nothing that was made in place of something better', async () => {
    const cache = new ResultCache('model', 1_000);
    const key = cache.keyOf('validate', {}, null);
    await cache.getOrMake(
      key,
      () => Promise.resolve('weak'),
      (result) => result !== 'weak',
    );
    expect((await cache.getOrMake(key, () => Promise.resolve('good'), always)).result).toBe('good');
  });

  it('tells operations, requests and models with their settings apart', () => {
    const keys = [
      new ResultCache('a', 0).keyOf('validate', { answer: 'x' }, null),
      new ResultCache('b', 0).keyOf('validate', { answer: 'x' }, null),
      new ResultCache('a', 0).keyOf('detect', { answer: 'x' }, null),
      new ResultCache('a', 0).keyOf('validate', { answer: 'y' }, null),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(new ResultCache('a', 0).keyOf('validate', { answer: 'x' }, null)).toBe(keys[0]);
  });

  it('stays within its bytes', async () => {
    const cache = new ResultCache('model', 10);
    for (const name of ['a', 'b', 'c']) await cache.getOrMake(name, () => Promise.resolve('12345'), always);
    const again = await Promise.all(
      ['a', 'c'].map((name) => cache.getOrMake(name, () => Promise.resolve('new'), always)),
    );
    expect(again.map(({ cached }) => cached)).toEqual([false, true]);
  });
});
