import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeEmbeddingCache, embeddingOf, keyOf } from '@arbiter/ports/testing';
import { LmdbEmbeddingCache } from './lmdb-embedding.cache.js';

const MIB = 1_024 * 1_024;
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
    await before.write(new Map([[keyOf('a'), embeddingOf(1, { tokens: 2 })]]));
    await before.close();
    const after = LmdbEmbeddingCache.open({ path, maxBytes: MIB });
    expect((await after.read([keyOf('a')])).get(keyOf('a'))).toEqual(embeddingOf(1, { tokens: 2 }));
    await after.close();
  });

  it('forgets the oldest when it is full, and stays within its bounds', async () => {
    const sut = LmdbEmbeddingCache.open({ path: folder(), maxBytes: MIB });
    // Twice as much as there is room for: 600 × 64 × 50 bytes of token vectors.
    const values = new Int8Array(64 * 50).fill(1);
    for (let from = 0; from < 600; from += 50) {
      const some = Array.from({ length: 50 }, (_, i) => keyOf(String(from + i)));
      const embedding = { vector: embeddingOf(1).vector, tokens: { dimensions: 64, count: 50, values } };
      await sut.write(new Map(some.map((key) => [key, embedding])));
    }
    const known = await sut.read(Array.from({ length: 600 }, (_, i) => keyOf(String(i))));
    expect(known.has(keyOf('0'))).toBe(false);
    expect(known.has(keyOf('599'))).toBe(true);
    expect(known.size * values.byteLength).toBeLessThanOrEqual(MIB);
    expect(known.size * values.byteLength).toBeGreaterThan(MIB / 2);
    await sut.close();
  });

  it('is UNAVAILABLE where its folder cannot be made', async () => {
    const path = folder();
    await writeFile(path, 'a file');
    expect(() => LmdbEmbeddingCache.open({ path: join(path, 'cache'), maxBytes: MIB })).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    );
  });
});
