import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionStore } from '../extraction-store.js';
import { graphBytesOf } from './graph-store.conformance.js';

const live = new AbortController().signal;

/** Conformance suite of ExtractionStore. `create` gives an empty store for each test. */
export function describeExtractionStore(name: string, create: () => ExtractionStore | Promise<ExtractionStore>): void {
  describe(`${name}, as a store of extractions`, () => {
    let store: ExtractionStore;
    beforeEach(async () => {
      store = await create();
    });
    const put = (part: string, seed: number, collection = 'lore') =>
      store.put(collection, part, graphBytesOf(seed), live);
    const seedOf = async (part: string, collection = 'lore'): Promise<number | null> => {
      const bytes = await store.read(collection, part, live);
      return bytes && [1, 2, 3].findIndex((seed) => Buffer.compare(bytes, graphBytesOf(seed)) === 0) + 1;
    };

    it('gives back the bytes that were put last', async () => {
      await put('part-1', 1);
      await put('part-2', 2);
      await put('part-1', 3);
      expect([await seedOf('part-1'), await seedOf('part-2')]).toEqual([3, 2]);
    });

    it('takes more bytes than a message of a broker holds', async () => {
      const bytes = graphBytesOf(1, 3_000_000);
      await store.put('lore', 'part-1', bytes, live);
      expect(Buffer.compare((await store.read('lore', 'part-1', live)) ?? new Uint8Array(), bytes)).toBe(0);
    });

    it('knows nothing of what is not there', async () => {
      expect(await store.read('lore', 'part-1', live)).toBeNull();
      await put('part-1', 1);
      for (const part of ['part-2', '../part-1', '*', '>', '']) expect(await seedOf(part)).toBeNull();
      expect(await seedOf('part-1', 'other')).toBeNull();
    });

    it.each(['', 'a.b', '../x', '*', 'A', 'a'.repeat(101)])('refuses a part with the name %j', async (part) => {
      await expect(put(part, 1)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('refuses no bytes', async () => {
      const none = store.put('lore', 'part-1', new Uint8Array(), live);
      await expect(none).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('prunes all parts but those named, of one collection', async () => {
      await store.prune('lore', new Set(['part-1']), live);
      for (const part of ['part-1', 'part-2', 'part-3']) await put(part, 1);
      for (const collection of ['Lore', 'lore.2']) await put('part-2', 2, collection);
      await store.prune('lore', new Set(['part-1', 'part-3', 'part-9']), live);
      expect(await Promise.all(['part-1', 'part-2', 'part-3'].map((part) => seedOf(part)))).toEqual([1, null, 1]);
      expect([await seedOf('part-2', 'Lore'), await seedOf('part-2', 'lore.2')]).toEqual([2, 2]);
      await store.prune('lore', new Set(), live);
      expect(await seedOf('part-1')).toBeNull();
    });

    it('deletes the parts of one collection', async () => {
      for (const collection of ['lore', 'Lore', 'lore.2']) await put('part-1', 1, collection);
      await store.delete('lore', live);
      await store.delete('unknown', live);
      expect(await Promise.all(['lore', 'Lore', 'lore.2'].map((one) => seedOf('part-1', one)))).toEqual([null, 1, 1]);
      await put('part-1', 2);
      expect(await seedOf('part-1')).toBe(2);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.put('lore', 'part-1', graphBytesOf(1), AbortSignal.abort())).rejects.toThrow();
      expect(await store.read('lore', 'part-1', live)).toBeNull();
    });
  });
}
