import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { VectorIndex } from '../../chunk-index.js';
import { seededRandom } from '../clock.js';
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
        expect(hits.map((hit) => hit.chunkId)).toEqual(['0#0', '1#0', '60#0', '90#0', '120#0', '180#0']);
        for (const hit of hits) {
          expect(hit.score).toBeCloseTo(Math.cos((Number.parseInt(hit.chunkId, 10) * Math.PI) / 180), 5);
          expect(Math.abs(hit.score)).toBeLessThanOrEqual(1);
        }
      });

      it('finds the same as an exact comparison with 384 dimensions and a filter', async () => {
        const random = seededRandom(7);
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
        const hits = await index.search('c', query, {
          limit: 10,
          filter: [{ key: 'third', test: { kind: 'any-of', values: [1] } }],
          signal,
        });
        expect(hits.map((hit) => hit.chunkId)).toEqual(expected.map(({ id }) => id));
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

      it('gives back the vectors of chunks', async () => {
        const east = embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0]);
        const slope = embeddedChunkOf({ id: "o'neil#1", text: 'y' }, [3, 4]);
        await index.replaceDocuments('c', documentsOf(east, slope), signal);
        const vectors = await index.vectors('c', ["o'neil#1", 'd#0', 'never'], signal);
        expect([...vectors.keys()].sort()).toEqual(['d#0', "o'neil#1"]);
        for (const { id, vector } of [east, slope]) {
          for (const [i, number] of vector.entries()) expect(vectors.get(id)?.[i]).toBeCloseTo(number, 6);
        }
        expect(await index.vectors('c', [], signal)).toEqual(new Map());
        await expect(index.vectors('none', ['d#0'], signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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

      it('scores given chunks by cosine, whether a search finds them or not', async () => {
        const east = embeddedChunkOf({ id: 'd#0', text: 'x' }, [1, 0]);
        const slope = embeddedChunkOf({ id: "o'neil#1", text: 'y' }, [-3, 4]);
        await index.replaceDocuments('c', documentsOf(east, slope), signal);
        for (let round = 0; round < 10; round += 1) {
          const scores = await index.scores('c', unitVector([1, 0]), ["o'neil#1", 'd#0', 'never'], signal);
          expect([...scores.keys()].sort()).toEqual(['d#0', "o'neil#1"]);
          expect(scores.get('d#0')).toBeCloseTo(1, 5);
          expect(scores.get("o'neil#1")).toBeCloseTo(-0.6, 5);
          await index.search('c', unitVector([1, 0]), { limit: 1, signal });
        }
        expect(await index.scores('c', unitVector([1, 0]), [], signal)).toEqual(new Map());
        await expect(index.scores('c', unitVector([1, 0, 0]), ['d#0'], signal)).rejects.toMatchObject({
          code: 'INVALID_REQUEST',
        });
        await expect(index.scores('none', unitVector([1, 0]), ['d#0'], signal)).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      });
    });
  });
}
