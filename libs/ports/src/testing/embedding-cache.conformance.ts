import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CachedEmbedding, EmbeddingCache } from '../embedding-cache.js';

/** What every {@link EmbeddingCache} does. @param make an empty one, with room for at least 1,000 small embeddings */
export function describeEmbeddingCache(name: string, make: () => EmbeddingCache): void {
  describe(`${name} as an embedding cache`, () => {
    let sut: EmbeddingCache;

    beforeEach(() => {
      sut = make();
    });

    afterEach(() => sut.close());

    it('gives back what it was given, bit for bit, with token vectors and without', async () => {
      const embeddings = new Map([
        [keyOf('with'), embeddingOf(1, { tokens: 3 })],
        [keyOf('without'), embeddingOf(2)],
      ]);
      await sut.write(embeddings);
      expect(await sut.read([keyOf('without'), keyOf('with')])).toEqual(embeddings);
    });

    it('leaves out what it does not know', async () => {
      await sut.write(new Map([[keyOf('known'), embeddingOf(1)]]));
      expect([...(await sut.read([keyOf('unknown'), keyOf('known'), keyOf('other')])).keys()]).toEqual([
        keyOf('known'),
      ]);
      expect(await sut.read([])).toEqual(new Map());
    });

    it('keeps the newer of two embeddings of a key', async () => {
      await sut.write(new Map([[keyOf('a'), embeddingOf(1)]]));
      await sut.write(new Map([[keyOf('a'), embeddingOf(2, { tokens: 1 })]]));
      expect((await sut.read([keyOf('a')])).get(keyOf('a'))).toEqual(embeddingOf(2, { tokens: 1 }));
    });

    it('forgets what it is told to, and nothing else', async () => {
      const keys = ['a', 'b', 'c'].map(keyOf);
      await sut.write(new Map(keys.map((key, index) => [key, embeddingOf(index)])));
      await sut.forget([keyOf('b'), keyOf('never there')]);
      expect([...(await sut.read(keys)).keys()].sort()).toEqual([keyOf('a'), keyOf('c')].sort());
    });

    it('hands out arrays that nothing else uses', async () => {
      const given = embeddingOf(1, { tokens: 2 });
      await sut.write(new Map([[keyOf('a'), given]]));
      given.vector.fill(0);
      const first = (await sut.read([keyOf('a')])).get(keyOf('a'));
      first?.vector.fill(9);
      first?.tokens?.values.fill(9);
      expect((await sut.read([keyOf('a')])).get(keyOf('a'))).toEqual(embeddingOf(1, { tokens: 2 }));
    });

    it('holds a thousand', async () => {
      const embeddings = new Map(Array.from({ length: 1_000 }, (_, i) => [keyOf(String(i)), embeddingOf(i)]));
      await sut.write(embeddings);
      expect(await sut.read([...embeddings.keys()])).toEqual(embeddings);
    });
  });
}

/** @returns the key of a text, as a user of the cache would make it */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** @param tokens rows of its token vectors; none when 0 */
export function embeddingOf(seed: number, { tokens = 0 } = {}): CachedEmbedding {
  const vector = Float32Array.from({ length: 8 }, (_, i) => Math.fround(Math.sin(seed + i)));
  if (tokens === 0) return { vector, tokens: null };
  const values = Int8Array.from({ length: tokens * 4 }, (_, i) => ((seed * 31 + i * 17) % 255) - 127);
  return { vector, tokens: { dimensions: 4, count: tokens, values } };
}
