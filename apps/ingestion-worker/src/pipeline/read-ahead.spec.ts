import { describe, expect, it } from '@jest/globals';
import { readAhead } from './batch-pipeline.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads that end when the test says so. */
function gates() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const read = (name: string): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => open.set(name, () => resolve(name.toUpperCase())));
  };
  return { begun, read, open: (name: string) => open.get(name)?.() };
}

const NO_LIMIT = { weigh: () => 0, maxWeight: 1 };

async function taken<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('readAhead', () => {
  it('gives items in their order, whichever was read first', async () => {
    const { read, open } = gates();
    const all = taken(readAhead(['a', 'b', 'c'], read, { atOnce: 3, ...NO_LIMIT }));
    await turn();
    for (const name of ['c', 'b', 'a']) open(name);
    expect(await all).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ]);
  });

  it('reads no more at once than it may', async () => {
    const { begun, read, open } = gates();
    const all = taken(readAhead(['a', 'b', 'c'], read, { atOnce: 2, ...NO_LIMIT }));
    await turn();
    expect(begun).toEqual(['a', 'b']);
    open('b');
    await turn();
    expect(begun).toEqual(['a', 'b']);
    open('a');
    await turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    open('c');
    await all;
  });

  it('reads heavy items alone', async () => {
    const { begun, read, open } = gates();
    const weights: Record<string, number> = { a: 2, b: 20, c: 2, d: 2 };
    const weighed = { atOnce: 4, weigh: (name: string) => weights[name] ?? 0, maxWeight: 4 };
    const all = taken(readAhead(['a', 'b', 'c', 'd'], read, weighed));
    await turn();
    expect(begun).toEqual(['a']);
    open('a');
    await turn();
    expect(begun).toEqual(['a', 'b']);
    open('b');
    await turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    for (const name of ['c', 'd']) open(name);
    await all;
  });

  it('says what reading failed with when its turn comes, and lets what is under way end', async () => {
    const ended: string[] = [];
    const read = async (name: string): Promise<string> => {
      await turn();
      if (name === 'b') throw new Error('unreadable');
      await turn();
      ended.push(name);
      return name;
    };
    const got: string[] = [];
    const all = (async () => {
      for await (const [item] of readAhead(['a', 'b', 'c'], read, { atOnce: 3, ...NO_LIMIT })) got.push(item);
    })();
    await expect(all).rejects.toThrow('unreadable');
    expect(got).toEqual(['a']);
    expect(ended).toEqual(['a', 'c']);
  });

  it('reads nothing more once nobody takes any', async () => {
    const { begun, read, open } = gates();
    const sut = readAhead(['a', 'b', 'c'], read, { atOnce: 2, ...NO_LIMIT });
    const first = sut.next();
    await turn();
    open('a');
    open('b');
    await first;
    await sut.return();
    expect(begun).toEqual(['a', 'b']);
  });
});
