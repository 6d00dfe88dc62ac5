import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEmbeddingCache, keyOf, vectorOf } from '@arbiter/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { open } from 'lmdb';
import { LmdbEmbeddingCache } from './lmdb-embedding.cache.js';

const MIB = 1_024 * 1_024;
/** As long as four pages. */
const LARGE = new Float32Array(4_096).fill(1);
let root: string;
let made = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-lmdb-'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

function folder(): string {
  made += 1;
  return join(root, String(made));
}

describeEmbeddingCache('LMDB', () => LmdbEmbeddingCache.open({ path: folder(), maxBytes: 16 * MIB }));

describe('a cache on disk', () => {
  it('still knows after it was closed what it knew before', async () => {
    const path = folder();
    const before = LmdbEmbeddingCache.open({ path, maxBytes: MIB });
    await before.write(new Map([[keyOf('a'), vectorOf(1)]]));
    await before.close();
    const after = LmdbEmbeddingCache.open({ path, maxBytes: MIB });
    expect((await after.read([keyOf('a')])).get(keyOf('a'))).toEqual(vectorOf(1));
    await after.close();
  });

  it('forgets the oldest when it is full, and stays within its bounds', async () => {
    const sut = LmdbEmbeddingCache.open({ path: folder(), maxBytes: MIB });
    // Twice as much as there is room for.
    const vector = new Float32Array(800).fill(1);
    for (let from = 0; from < 600; from += 50) {
      const some = Array.from({ length: 50 }, (_, i) => keyOf(String(from + i)));
      await sut.write(new Map(some.map((key) => [key, vector])));
    }
    const known = await sut.read(Array.from({ length: 600 }, (_, i) => keyOf(String(i))));
    expect(known.has(keyOf('0'))).toBe(false);
    expect(known.has(keyOf('599'))).toBe(true);
    expect(known.size * vector.byteLength).toBeLessThanOrEqual(MIB);
    expect(known.size * vector.byteLength).toBeGreaterThan(MIB / 2);
    await sut.close();
  });

  it('drops what a version with another format left, which nobody could forget any more', async () => {
    const path = folder();
    const old = open({ path, noSubdir: false });
    await old.openDB({ name: 'records-1', encoding: 'binary' }).put('a', Buffer.alloc(9));
    await old.close();
    await LmdbEmbeddingCache.open({ path, maxBytes: MIB }).close();
    const after = open({ path, noSubdir: false });
    expect(after.openDB({ name: 'records-1', encoding: 'binary' }).getCount()).toBe(0);
    await after.close();
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('keeps little of its file in memory, however much was written and read', async () => {
    const path = folder();
    const sut = LmdbEmbeddingCache.open({ path, maxBytes: 256 * MIB });
    const resident: number[] = [];
    for (let from = 0; from < 5_000; from += 250) {
      const keys = Array.from({ length: 250 }, (_, i) => keyOf(String(from + i)));
      await sut.read(keys);
      await sut.write(new Map(keys.map((key) => [key, LARGE])));
      resident.push(residentBytesOf(await readFile('/proc/self/smaps', 'utf8'), path));
    }
    const { size } = await stat(join(path, 'data.mdb'));
    expect(Math.max(...resident)).toBeGreaterThan(0);
    expect(Math.max(...resident)).toBeLessThan(size / 2);
    await sut.close();
  });

  it('answers calls that come at the same time, whatever it maps anew meanwhile', async () => {
    const sut = LmdbEmbeddingCache.open({ path: folder(), maxBytes: 16 * MIB });
    const parts = Array.from({ length: 12 }, (_, part) => Array.from({ length: 200 }, (_, i) => keyOf(`${part}-${i}`)));
    await Promise.all(parts.map((keys) => sut.write(new Map(keys.map((key) => [key, vectorOf(1)])))));
    const known = await Promise.all(parts.map((keys) => sut.read(keys)));
    expect(known.map(({ size }) => size)).toEqual(parts.map(({ length }) => length));
    await sut.close();
  });

  it('forgets a large collection', async () => {
    const sut = LmdbEmbeddingCache.open({ path: folder(), maxBytes: 256 * MIB });
    const keys = Array.from({ length: 3_000 }, (_, i) => keyOf(String(i)));
    for (let from = 0; from < keys.length; from += 256)
      await sut.write(new Map(keys.slice(from, from + 256).map((key) => [key, LARGE])));
    await sut.forget(keys.slice(1));
    expect([...(await sut.read(keys)).keys()]).toEqual(keys.slice(0, 1));
    await sut.close();
  });

  it('refuses calls after it was closed', async () => {
    const sut = LmdbEmbeddingCache.open({ path: folder(), maxBytes: MIB });
    await sut.close();
    await expect(sut.read([keyOf('a')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is UNAVAILABLE where its folder cannot be made', async () => {
    const path = folder();
    await writeFile(path, 'a file');
    expect(() => LmdbEmbeddingCache.open({ path: join(path, 'cache'), maxBytes: MIB })).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    );
  });
});

/** Resident bytes of the maps of a folder's files (proc(5), smaps). */
function residentBytesOf(smaps: string, path: string): number {
  let isOurs = false;
  let kilobytes = 0;
  for (const line of smaps.split('\n')) {
    if (/^[\da-f]+-[\da-f]+ /.test(line)) isOurs = line.includes(path);
    else if (isOurs) kilobytes += Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0);
  }
  return kilobytes * 1_024;
}
