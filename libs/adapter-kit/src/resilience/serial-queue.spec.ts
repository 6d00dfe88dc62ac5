import { describe, expect, it } from '@jest/globals';
import { SerialQueue } from './bounded-concurrency.js';

describe('SerialQueue', () => {
  it('starts a task of a key only when the one before has ended, however it ended', async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (name === 'first') throw new TypeError('broken');
      return name;
    };
    const [first, second] = await Promise.allSettled([queue.run('k', task('first')), queue.run('k', task('second'))]);
    expect(first).toMatchObject({ status: 'rejected' });
    expect(second).toEqual({ status: 'fulfilled', value: 'second' });
    expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
  });

  it('lets different keys run side by side', async () => {
    const queue = new SerialQueue();
    let release: () => void = () => undefined;
    const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await queue.run('b', () => Promise.resolve('done'))).toBe('done');
    release();
    await held;
  });

  it('is idle when all that was queued has ended', async () => {
    const queue = new SerialQueue();
    let ended = 0;
    for (let i = 0; i < 3; i++) void queue.run('k', () => Promise.resolve(ended++));
    await queue.idle();
    expect(ended).toBe(3);
  });
});
