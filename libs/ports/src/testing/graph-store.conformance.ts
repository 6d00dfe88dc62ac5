import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GraphStore } from '../graph-store.js';
import { seededRandom } from './clock.js';

const live = new AbortController().signal;

/** Bytes that tell graphs of different seeds apart. */
export function graphBytesOf(seed: number, length = 1_000): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** Conformance suite of GraphStore. `create` gives an empty store for each test. */
export function describeGraphStore(name: string, create: () => GraphStore | Promise<GraphStore>): void {
  describe(`${name}, as a store of graphs`, () => {
    let store: GraphStore;
    beforeEach(async () => {
      store = await create();
    });
    const put = (version: string, seed: number) => store.put('lore', { version, bytes: graphBytesOf(seed) }, live);
    const holds = async (version: string, bytes: Uint8Array): Promise<boolean> =>
      Buffer.compare((await store.read('lore', version, live)) ?? new Uint8Array(), bytes) === 0;
    const stored = async (...versions: readonly string[]): Promise<boolean[]> =>
      Promise.all(versions.map(async (version) => (await store.read('lore', version, live)) !== null));

    it('gives back the bytes that were put, and names them as current', async () => {
      await put('v1', 1);
      expect(await store.currentVersion('lore', live)).toBe('v1');
      expect(await holds('v1', graphBytesOf(1))).toBe(true);
    });

    it('takes more bytes than a message of a broker holds', async () => {
      const bytes = graphBytesOf(1, 3_000_000);
      await store.put('lore', { version: 'v1', bytes }, live);
      expect(await holds('v1', bytes)).toBe(true);
    });

    it('knows nothing of what is not there', async () => {
      expect(await store.currentVersion('lore', live)).toBeNull();
      expect(await store.read('lore', 'v1', live)).toBeNull();
      await put('v1', 1);
      expect(await stored('v2', '../v1', '*', '>', '')).toEqual([false, false, false, false, false]);
      expect(await store.read('other', 'v1', live)).toBeNull();
    });

    it('keeps the snapshot before the current one, and none older', async () => {
      await put('v1', 1);
      await put('v2', 2);
      expect(await stored('v1', 'v2')).toEqual([true, true]);
      await put('v3', 3);
      expect(await store.currentVersion('lore', live)).toBe('v3');
      expect(await stored('v1', 'v2', 'v3')).toEqual([false, true, true]);
    });

    it('makes a stored version current again, and lets none be changed', async () => {
      await put('v1', 1);
      await put('v2', 2);
      await put('v2', 2);
      expect(await stored('v1', 'v2')).toEqual([true, true]);
      await put('v1', 1);
      expect(await store.currentVersion('lore', live)).toBe('v1');
      await expect(put('v2', 3)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await store.currentVersion('lore', live)).toBe('v1');
      expect(await holds('v2', graphBytesOf(2))).toBe(true);
    });

    it('has one of two that are put at the same time as current, and can read it', async () => {
      await put('v0', 0);
      await Promise.all([put('a', 1), put('b', 2)]);
      const current = await store.currentVersion('lore', live);
      expect(['a', 'b']).toContain(current);
      expect(await stored(current ?? '')).toEqual([true]);
    });

    it.each(['', 'a.b', '../x', '*', 'A', 'a'.repeat(101)])('refuses the version %j', async (version) => {
      await expect(put(version, 1)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      expect(await store.currentVersion('lore', live)).toBeNull();
    });

    it('refuses no bytes', async () => {
      const snapshot = { version: 'v1', bytes: new Uint8Array() };
      await expect(store.put('lore', snapshot, live)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('prunes all but the current snapshot', async () => {
      await store.prune('lore', live);
      await put('v1', 1);
      await put('v2', 2);
      await store.prune('lore', live);
      expect(await stored('v1', 'v2')).toEqual([false, true]);
      expect(await store.currentVersion('lore', live)).toBe('v2');
    });

    it('deletes the graph of one collection', async () => {
      for (const collection of ['lore', 'Lore', 'lore.2'])
        await store.put(collection, { version: 'v1', bytes: graphBytesOf(1) }, live);
      await store.delete('lore', live);
      await store.delete('unknown', live);
      expect(await store.currentVersion('lore', live)).toBeNull();
      expect(await stored('v1')).toEqual([false]);
      for (const collection of ['Lore', 'lore.2']) expect(await store.read(collection, 'v1', live)).not.toBeNull();
      await put('v1', 2);
      expect(await store.currentVersion('lore', live)).toBe('v1');
    });

    it('does nothing under an aborted signal', async () => {
      const snapshot = { version: 'v1', bytes: graphBytesOf(1) };
      await expect(store.put('lore', snapshot, AbortSignal.abort())).rejects.toThrow();
      expect(await store.currentVersion('lore', live)).toBeNull();
    });
  });
}
