import { createHash } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type BlobKey, type BlobStore, type ByteRange, bytesOf } from '../blob-store.js';
import { graphBytesOf } from './graph-store.conformance.js';

const live = new AbortController().signal;
const KEY: BlobKey = { collection: 'lore', kind: 'original', name: 'a1' };
const MIB = 2 ** 20;

/** All bytes of a blob; null where there is none. */
export async function readBlob(store: BlobStore, key: BlobKey, range?: ByteRange): Promise<Buffer | null> {
  const open = await store.open(key, live, range);
  return open && bytesOf(open.content);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += size) {
    await Promise.resolve();
    yield bytes.subarray(from, from + size);
  }
}

/** Conformance suite of BlobStore. `create` gives an empty store for each test. */
export function describeBlobStore(name: string, create: () => BlobStore | Promise<BlobStore>): void {
  describe(`${name}, as a store of blobs`, () => {
    let store: BlobStore;
    beforeEach(async () => {
      store = await create();
    });
    const put = (content: string, key: Partial<BlobKey> = {}) =>
      store.put({ ...KEY, ...key }, Buffer.from(content), live);
    const text = async (key: Partial<BlobKey> = {}) => (await readBlob(store, { ...KEY, ...key }))?.toString() ?? null;
    const names = async (collection: string, kind: BlobKey['kind'] = 'original') =>
      (await store.list(collection, kind, live)).map((blob) => blob.name);

    it('gives back the bytes that were put, and says how many and their sha256', async () => {
      const bytes = graphBytesOf(1, 1_000);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await store.put(KEY, bytes, live)).toEqual({ bytes: 1_000, sha256 });
      expect((await readBlob(store, KEY))?.equals(bytes)).toBe(true);
      expect((await store.open(KEY, live))?.bytes).toBe(1_000);
      expect(await store.size(KEY, live)).toBe(1_000);
    });

    it('takes a stream of any length, and gives it back in pieces of at most 1 MiB', async () => {
      const bytes = graphBytesOf(2, 3 * MIB + 17);
      expect((await store.put(KEY, inPieces(bytes, 70_001), live)).bytes).toBe(bytes.length);
      const open = await store.open(KEY, live);
      const pieces: Uint8Array[] = [];
      for await (const piece of open?.content ?? []) pieces.push(piece);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(MIB);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    });

    it('keeps an empty blob apart from no blob', async () => {
      expect((await put('')).bytes).toBe(0);
      expect(await text()).toBe('');
      expect(await store.size(KEY, live)).toBe(0);
      expect(await text({ name: 'other' })).toBeNull();
      expect(await store.size({ ...KEY, name: 'other' }, live)).toBeNull();
    });

    it.each<[ByteRange, string]>([
      [{ start: 0, end: 4 }, '0123'],
      [{ start: 3, end: 7 }, '3456'],
      [{ start: 8, end: 100 }, '89'],
      [{ start: 10, end: 20 }, ''],
      [{ start: 5, end: 5 }, ''],
    ])('gives the bytes of a range %j', async (range, expected) => {
      await put('0123456789');
      expect((await readBlob(store, KEY, range))?.toString()).toBe(expected);
      expect((await store.open(KEY, live, range))?.bytes).toBe(10);
    });

    it('gives a range in the middle of a long blob', async () => {
      const bytes = graphBytesOf(3, 2 * MIB);
      // Two at once: their pieces may lie between each other.
      await Promise.all([
        store.put(KEY, inPieces(bytes, 50_000), live),
        store.put({ ...KEY, name: 'b2' }, inPieces(graphBytesOf(4, 2 * MIB), 50_000), live),
      ]);
      for (const [start, end] of [
        [MIB - 3, MIB + 3],
        [131_072, 131_073],
        [1_900_000, 2 * MIB],
      ] as const)
        expect((await readBlob(store, KEY, { start, end }))?.equals(bytes.subarray(start, end))).toBe(true);
    });

    it('may be opened and left, wholly or in the middle', async () => {
      await store.put(KEY, graphBytesOf(5, 2 * MIB), live);
      await store.open(KEY, live);
      for await (const piece of (await store.open(KEY, live))?.content ?? []) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expect(await store.delete(KEY, live)).toBe(true);
    });

    it('replaces what has the key', async () => {
      await put('first');
      await put('second');
      expect(await text()).toBe('second');
      expect(await names('lore')).toEqual(['a1']);
    });

    it('keeps nothing of a stream that fails, and what was there before', async () => {
      await put('before');
      const failing = async function* () {
        yield Buffer.alloc(300_000, 1);
        await Promise.resolve();
        throw new ArbiterError('PAYLOAD_TOO_LARGE', 'Too much.');
      };
      await expect(store.put(KEY, failing(), live)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await expect(store.put({ ...KEY, name: 'new' }, failing(), live)).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
      });
      expect(await text()).toBe('before');
      expect(await names('lore')).toEqual(['a1']);
    });

    it('keeps nothing of a stream whose signal is aborted in the middle', async () => {
      const stop = new AbortController();
      const endless = async function* () {
        for (let piece = 0; ; piece += 1) {
          await Promise.resolve();
          if (piece === 3) stop.abort();
          yield Buffer.alloc(100_000, piece);
        }
      };
      await expect(store.put(KEY, endless(), stop.signal)).rejects.toThrow();
      expect(await names('lore')).toEqual([]);
    });

    it('keeps collections and kinds apart', async () => {
      await put('a');
      await put('b', { collection: 'Lore' });
      await put('c', { kind: 'boxes' });
      await put('d', { collection: 'lore.2' });
      expect([await text(), await text({ collection: 'Lore' }), await text({ kind: 'boxes' })]).toEqual([
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
    });

    it('tells names by their case, and lists them in order with size and time', async () => {
      const before = Date.now();
      for (const one of ['b', 'B', 'a_1', 'a-1']) await put(one.repeat(2), { name: one });
      const listed = await store.list('lore', 'original', live);
      expect(listed.map((blob) => blob.name)).toEqual(['B', 'a-1', 'a_1', 'b']);
      expect(listed[1]?.bytes).toBe(6);
      // Clocks of disks and brokers are not ours to the millisecond.
      for (const { putAt } of listed) expect(Math.abs(putAt - before)).toBeLessThan(60_000);
      expect(await text({ name: 'B' })).toBe('BB');
    });

    it('deletes one blob, once', async () => {
      await put('a');
      await put('b', { name: 'b2' });
      expect(await store.delete(KEY, live)).toBe(true);
      expect(await store.delete(KEY, live)).toBe(false);
      expect(await text()).toBeNull();
      expect(await names('lore')).toEqual(['b2']);
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
      await put('c');
      expect(await text()).toBe('c');
    });

    it.each(['', '..', 'a/b', '../a', 'a.b', '*', '>', 'a'.repeat(129), 'é', 'a\n'])(
      'refuses the name %j, and finds nothing under it',
      async (bad) => {
        await expect(put('x', { name: bad })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
        await put('a');
        expect([await text({ name: bad }), await store.size({ ...KEY, name: bad }, live)]).toEqual([null, null]);
        expect(await store.delete({ ...KEY, name: bad }, live)).toBe(false);
        expect(await text()).toBe('a');
      },
    );

    it('takes many puts at once, of one key as well', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => put(`text ${index % 5}`, { name: `n${index % 5}` })));
      expect(await names('lore')).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
      expect(await text({ name: 'n3' })).toBe('text 3');
    });

    it('does nothing under an aborted signal', async () => {
      const aborted = AbortSignal.abort();
      await expect(store.put(KEY, Buffer.from('x'), aborted)).rejects.toThrow();
      await expect(store.open(KEY, aborted)).rejects.toThrow();
      expect(await names('lore')).toEqual([]);
    });
  });
}
