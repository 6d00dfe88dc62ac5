import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EmbeddingCache } from '../embedder.js';

/** Conformance suite of {@link EmbeddingCache}. @param make an empty cache with room for at least 1,000 small embeddings */
export function describeEmbeddingCache(name: string, make: () => EmbeddingCache): void {
  describe(`${name} as an embedding cache`, () => {
    let sut: EmbeddingCache;

    beforeEach(() => {
      sut = make();
    });

    afterEach(() => sut.close());

    it('gives back what it was given, bit for bit', async () => {
      const vectors = new Map([
        [keyOf('a'), vectorOf(1)],
        [keyOf('b'), vectorOf(2)],
      ]);
      await sut.write(vectors);
      expect(await sut.read([keyOf('b'), keyOf('a')])).toEqual(vectors);
    });

    it('leaves out what it does not know', async () => {
      await sut.write(new Map([[keyOf('known'), vectorOf(1)]]));
      expect([...(await sut.read([keyOf('unknown'), keyOf('known'), keyOf('other')])).keys()]).toEqual([
        keyOf('known'),
      ]);
      expect(await sut.read([])).toEqual(new Map());
    });

    it('keeps the newer of two vectors of a key', async () => {
      await sut.write(new Map([[keyOf('a'), vectorOf(1)]]));
      await sut.write(new Map([[keyOf('a'), vectorOf(2)]]));
      expect((await sut.read([keyOf('a')])).get(keyOf('a'))).toEqual(vectorOf(2));
    });

    it('forgets what it is told to, and nothing else', async () => {
      const keys = ['a', 'b', 'c'].map(keyOf);
      await sut.write(new Map(keys.map((key, index) => [key, vectorOf(index)])));
      await sut.forget([keyOf('b'), keyOf('never there')]);
      expect([...(await sut.read(keys)).keys()].sort()).toEqual([keyOf('a'), keyOf('c')].sort());
    });

    it('hands out arrays that nothing else uses', async () => {
      const given = vectorOf(1);
      await sut.write(new Map([[keyOf('a'), given]]));
      given.fill(0);
      const first = (await sut.read([keyOf('a')])).get(keyOf('a'));
      first?.fill(9);
      expect((await sut.read([keyOf('a')])).get(keyOf('a'))).toEqual(vectorOf(1));
    });

    it('holds a thousand', async () => {
      const vectors = new Map(Array.from({ length: 1_000 }, (_, i) => [keyOf(String(i)), vectorOf(i)]));
      await sut.write(vectors);
      expect(await sut.read([...vectors.keys()])).toEqual(vectors);
    });
  });
}

/** @returns the key of a text, in the form that users of the cache make */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Eight numbers that depend on the seed. */
export function vectorOf(seed: number): Float32Array {
  return Float32Array.from({ length: 8 }, (_, i) => Math.fround(Math.sin(seed + i)));
}
