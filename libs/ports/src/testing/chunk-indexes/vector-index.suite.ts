import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { VectorIndex } from '../../vector-index.js';
import { describeChunkIndex } from './chunk-index.suite.js';
import { documentsOf, embeddedChunkOf, unitVector } from './chunk.fixture.js';

const NORTH = [0, 1, 0, 0];

/**
 * Proves that an implementation keeps the promises of {@link VectorIndex}.
 *
 * @param name as it appears in the report
 * @param create an index without collections; the suite closes it
 */
export function describeVectorIndex(name: string, create: () => Promise<VectorIndex>): void {
  describe(`${name} as a vector index`, () => {
    const signal = new AbortController().signal;

    describeChunkIndex({
      create,
      findable: (chunk) => ({ ...chunk, vector: unitVector(NORTH) }),
      find: (index, collection, options) => index.search(collection, unitVector(NORTH), options),
    });

    describe('ranking', () => {
      let index: VectorIndex;
      beforeEach(async () => {
        index = await create();
      });
      afterEach(() => index.close());

      it('orders by cosine, and scores with it', async () => {
        const at = (degrees: number): number[] => [
          Math.cos((degrees * Math.PI) / 180),
          Math.sin((degrees * Math.PI) / 180),
          0,
        ];
        const angles = [180, 60, 0, 120, 90, 1];
        const chunks = angles.map((angle) => embeddedChunkOf({ id: `${angle}#0`, text: String(angle) }, at(angle)));
        await index.replaceDocuments('c', documentsOf(...chunks), signal);
        const hits = await index.search('c', unitVector(at(0)), { limit: 10, signal });
        expect(hits.map((hit) => hit.chunk.text)).toEqual(['0', '1', '60', '90', '120', '180']);
        for (const hit of hits) {
          expect(hit.score).toBeCloseTo(Math.cos((Number(hit.chunk.text) * Math.PI) / 180), 5);
          expect(Math.abs(hit.score)).toBeLessThanOrEqual(1);
        }
      });

      it('finds the same as an exact comparison with 384 dimensions and a filter', async () => {
        const random = pseudoRandom(7);
        const vectors = Array.from({ length: 400 }, () =>
          unitVector(Array.from({ length: 384 }, () => random() - 0.5)),
        );
        const chunks = vectors.map((vector, i) => ({
          ...embeddedChunkOf({ id: `d${i % 9}#${i}`, text: `passage ${i}`, metadata: { third: i % 3 } }, [1]),
          vector,
        }));
        await index.replaceDocuments('c', documentsOf(...chunks), signal);
        const query = unitVector(Array.from({ length: 384 }, () => random() - 0.5));
        const expected = chunks
          .filter((_, i) => i % 3 === 1)
          .map(({ id, vector }) => ({ id, score: vector.reduce((sum, x, i) => sum + x * (query[i] ?? 0), 0) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, 10);
        const hits = await index.search('c', query, { limit: 10, filter: { third: 1 }, signal });
        expect(hits.map((hit) => hit.chunk.id)).toEqual(expected.map(({ id }) => id));
        for (const [i, hit] of hits.entries()) expect(hit.score).toBeCloseTo(expected[i]?.score ?? NaN, 5);
      });

      it('refuses vectors of other dimensions than the collection has, to search and to write', async () => {
        const wrong = { code: 'INVALID_REQUEST' };
        await index.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0])), signal);
        await expect(index.search('c', unitVector([1, 0, 0]), { limit: 1, signal })).rejects.toMatchObject(wrong);
        const other = documentsOf(embeddedChunkOf({ id: 'e#0', text: 'x' }, [1, 0, 0]));
        await expect(index.replaceDocuments('c', other, signal)).rejects.toMatchObject(wrong);
        const mixed = documentsOf(
          embeddedChunkOf({ id: 'f#0', text: 'x' }, [1, 0]),
          embeddedChunkOf({ id: 'f#1', text: 'x' }, [1, 0, 0]),
        );
        await expect(index.replaceDocuments('c', mixed, signal)).rejects.toMatchObject(wrong);
        expect(await index.documentIds('c', signal)).toEqual(['d']);
      });

      it('keeps its dimensions when the last document is gone, until it is dropped', async () => {
        const flat = documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0]));
        const solid = documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0, 0]));
        await index.replaceDocuments('c', flat, signal);
        await index.deleteDocuments('c', ['d'], signal);
        await expect(index.replaceDocuments('c', solid, signal)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
        await index.drop('c', signal);
        await index.replaceDocuments('c', solid, signal);
        expect(await index.search('c', unitVector([1, 0, 0]), { limit: 1, signal })).toHaveLength(1);
      });

      it.each([[[0, 0]], [[2, 0]], [[Number.NaN, 1]]])('refuses %p, which has not the length 1', async (numbers) => {
        const vector = Float32Array.from(numbers);
        await index.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0])), signal);
        await expect(index.search('c', vector, { limit: 1, signal })).rejects.toMatchObject({
          code: 'INVALID_REQUEST',
        });
        const chunk = { ...embeddedChunkOf({ id: 'e#0', text: 'x' }, [1, 0]), vector };
        await expect(index.replaceDocuments('c', documentsOf(chunk), signal)).rejects.toMatchObject({
          code: 'INVALID_REQUEST',
        });
      });

      it('gives chunks without their vectors', async () => {
        await index.replaceDocuments('c', documentsOf(embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0])), signal);
        const [hit] = await index.search('c', unitVector([1, 0]), { limit: 1, signal });
        expect(hit?.chunk).not.toHaveProperty('vector');
      });
    });
  });
}

/** mulberry32: the same numbers in 0…1 on every run. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
