import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BackgroundEraser } from './background-eraser.js';

function eraser(erase: (collection: string, signal: AbortSignal) => Promise<void> = () => Promise.resolve()) {
  const erased: string[] = [];
  const ended: string[] = [];
  const failures: string[] = [];
  const sut = new BackgroundEraser({
    erase: async (collection, signal) => {
      erased.push(collection);
      await erase(collection, signal).finally(() => ended.push(collection));
    },
    onFailure: (collection) => failures.push(collection),
  });
  const untilEnded = async (count: number): Promise<void> => {
    while (ended.length < count) await delay(5);
  };
  return { sut, erased, failures, untilEnded };
}

describe('BackgroundEraser', () => {
  it('erases once for changes that come together', async () => {
    const { sut, erased, untilEnded } = eraser();
    for (const collection of ['a', 'b', 'a', 'a']) sut.soon(collection, 20);
    await untilEnded(2);
    sut.soon('a', 20);
    await untilEnded(3);
    expect(erased.sort()).toEqual(['a', 'a', 'b']);
    await sut.close();
  });

  it('erases one collection after the other, also after one that failed', async () => {
    let running = 0;
    let most = 0;
    const { sut, erased, failures, untilEnded } = eraser(async (collection) => {
      most = Math.max(most, ++running);
      await delay(10);
      running -= 1;
      if (collection === 'a') throw new Error('full');
    });
    sut.soon('a', 1);
    sut.soon('b', 2);
    await untilEnded(2);
    expect({ erased, failures, most }).toEqual({ erased: ['a', 'b'], failures: ['a'], most: 1 });
    await sut.close();
  });

  it('begins nothing once it is closed, and ends what is under way', async () => {
    const { sut, erased, failures } = eraser(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    sut.soon('a', 1);
    sut.soon('b', 60_000);
    while (erased.length === 0) await delay(5);
    await sut.close();
    sut.soon('c', 1);
    await delay(50);
    expect({ erased, failures }).toEqual({ erased: ['a'], failures: ['a'] });
  });
});
