import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BlobKey, BlobStore, ByteRange } from '../blob-store.js';
import { graphBytesOf } from './graph-store.conformance.js';

const live = new AbortController().signal;
const KEY: BlobKey = { collection: 'lore', kind: 'original', name: 'a1' };
const MIB = 2 ** 20;

/** Conformance suite of BlobStore. `create` gives an empty store for each test. */
export function describeBlobStore(name: string, create: () => BlobStore | Promise<BlobStore>): void {
  describe(`${name}, as a store of blobs`, () => {
    let store: BlobStore;
    beforeEach(async () => {
      store = await create();
    });
    const put = (content: string, key: Partial<BlobKey> = {}) =>
      store.put({ ...KEY, ...key }, Buffer.from(content), live);
    const text = async (key: Partial<BlobKey> = {}) => (await store.get({ ...KEY, ...key }, live))?.toString() ?? null;
    const names = async (collection: string, kind: BlobKey['kind'] = 'original') =>
      (await store.list(collection, kind, live)).map((blob) => blob.name);

    it('keeps an empty blob apart from no blob', async () => {
      await put('');
      expect([await text(), await text({ name: 'other' })]).toEqual(['', null]);
    });

    it.each<[ByteRange, string]>([
      [{ start: 0, end: 4 }, '0123'],
      [{ start: 3, end: 7 }, '3456'],
      [{ start: 8, end: 100 }, '89'],
      [{ start: 10, end: 20 }, ''],
      [{ start: 90, end: 91 }, ''],
    ])('gives the bytes of a range %j', async (range, expected) => {
      await put('0123456789');
      expect((await store.get(KEY, live, range))?.toString()).toBe(expected);
    });

    it('gives back a long blob, and a range in the middle of it', async () => {
      const bytes = graphBytesOf(3, 2 * MIB);
      // Two at once: their pieces may lie between each other.
      await Promise.all([
        store.put(KEY, bytes, live),
        store.put({ ...KEY, name: 'b2' }, graphBytesOf(4, 2 * MIB), live),
        store.put({ ...KEY, name: 'c3' }, bytes, live),
      ]);
      await store.put({ ...KEY, name: 'd4' }, bytes, live);
      for (const name of ['a1', 'd4']) {
        expect((await store.get({ ...KEY, name }, live))?.equals(bytes)).toBe(true);
        for (const [start, end] of [
          [MIB - 3, MIB + 3],
          [262_144, 262_145],
          [1_900_000, 2 * MIB],
        ] as const)
          expect((await store.get({ ...KEY, name }, live, { start, end }))?.equals(bytes.subarray(start, end))).toBe(
            true,
          );
      }
    });

    it('replaces what has the key, also where many do it at once', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => put(`text ${index % 5}`, { name: `n${index % 5}` })));
      await put('second', { name: 'n3' });
      expect(await names('lore')).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
      expect([await text({ name: 'n2' }), await text({ name: 'n3' })]).toEqual(['text 2', 'second']);
    });

    it('keeps collections and kinds apart, and tells when a blob was put', async () => {
      const before = Date.now();
      await put('a');
      await put('b', { collection: 'Lore' });
      await put('c', { kind: 'boxes' });
      await put('d', { collection: 'lore.2' });
      expect(await Promise.all([text(), text({ collection: 'Lore' }), text({ kind: 'boxes' })])).toEqual([
        'a',
        'b',
        'c',
      ]);
      expect([await names('lore'), await names('lore', 'boxes'), await names('lore', 'upload')]).toEqual([
        ['a1'],
        ['a1'],
        [],
      ]);
      expect(await names('unknown')).toEqual([]);
      const [listed] = await store.list('lore', 'original', live);
      expect(Math.abs((listed?.putAt ?? 0) - before)).toBeLessThan(60_000);
    });

    it('lists those whose names begin with a text', async () => {
      for (const name of ['d1-a', 'd1-b', 'd11-a', 'D1-a']) await put('x', { name });
      const listed = await store.list('lore', 'original', live, 'd1-');
      expect(listed.map(({ name }) => name)).toEqual(['d1-a', 'd1-b']);
    });

    it('deletes one blob, also one that is not there', async () => {
      await put('a');
      await put('b', { name: 'b2' });
      await store.delete(KEY, live);
      await store.delete(KEY, live);
      expect([await text(), await names('lore')]).toEqual([null, ['b2']]);
      await put('again');
      expect(await text()).toBe('again');
    });

    it('deletes all blobs of a collection, and no others', async () => {
      for (const collection of ['lore', 'Lore', 'lore.2']) await put('a', { collection });
      await put('b', { kind: 'boxes' });
      await store.deleteCollection('lore', live);
      await store.deleteCollection('unknown', live);
      expect([await names('lore'), await names('lore', 'boxes')]).toEqual([[], []]);
      expect([await text({ collection: 'Lore' }), await text({ collection: 'lore.2' })]).toEqual(['a', 'a']);
    });

    it.each(['', '..', 'a/b', '../a', 'a.b', '*', '>', 'a'.repeat(129), 'é', 'a\n'])('refuses %j', async (bad) => {
      const key = { ...KEY, name: bad };
      for (const call of [
        () => store.put(key, Buffer.from('x'), live),
        () => store.get(key, live),
        () => store.delete(key, live),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.put(KEY, Buffer.from('x'), AbortSignal.abort())).rejects.toThrow();
      await expect(store.get(KEY, AbortSignal.abort())).rejects.toThrow();
      expect(await names('lore')).toEqual([]);
    });
  });
}
