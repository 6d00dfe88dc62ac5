import { describe, expect, it } from '@jest/globals';
import { BatchPipeline } from './batch-pipeline.js';

/** A stage whose steps end when the test says so. */
function gates() {
  const open = new Map<string, () => void>();
  const pass = (name: string): Promise<void> => new Promise((resolve) => open.set(name, resolve));
  return { pass, isWaiting: (name: string) => open.has(name), open: (name: string) => open.get(name)?.() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('BatchPipeline', () => {
  it('embeds a batch while the one before is stored', async () => {
    const { pass, isWaiting, open } = gates();
    const sut = new BatchPipeline(
      (batch: string) => pass(`embed ${batch}`),
      async (batch, embedded) => {
        await embedded;
        await pass(`store ${batch}`);
      },
    );
    await sut.push('a');
    await sut.push('b');
    await turn();
    open('embed a');
    await turn();
    expect(['store a', 'embed b', 'store b'].map(isWaiting)).toEqual([true, true, false]);
    open('embed b');
    await turn();
    expect(isWaiting('store b')).toBe(false);
    open('store a');
    await turn();
    expect(isWaiting('store b')).toBe(true);
    open('store b');
    await sut.drain();
  });

  it('takes no third batch while two are under way', async () => {
    const { pass, open } = gates();
    const sut = new BatchPipeline(
      () => Promise.resolve(),
      (batch: string) => pass(`store ${batch}`),
    );
    await sut.push('a');
    await sut.push('b');
    let isTaken = false;
    const third = sut.push('c').then(() => (isTaken = true));
    await turn();
    expect(isTaken).toBe(false);
    open('store a');
    await third;
    await turn();
    open('store b');
    await turn();
    open('store c');
    await sut.drain();
  });

  it('stores nothing after a batch that failed, and says so', async () => {
    const stored: string[] = [];
    const sut = new BatchPipeline(
      () => Promise.resolve(),
      (batch: string) => {
        if (batch === 'a') return Promise.reject(new Error('full'));
        stored.push(batch);
        return Promise.resolve();
      },
    );
    await sut.push('a');
    await sut.push('b');
    await expect(sut.drain()).rejects.toThrow('full');
    await sut.settle();
    expect(stored).toEqual([]);
  });

  it('hands on what embedding failed with', async () => {
    const sut = new BatchPipeline<string, string>(
      () => Promise.reject(new Error('no model')),
      async (_, embedded) => {
        await embedded;
      },
    );
    await sut.push('a');
    await expect(sut.drain()).rejects.toThrow('no model');
  });
});
