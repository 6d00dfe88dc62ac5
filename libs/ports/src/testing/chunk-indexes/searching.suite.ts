import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Chunk, ChunkHit, ChunkIndex, SearchOptions } from '../../chunk-index.js';
import { chunkOf, documentsOf } from './chunk.fixture.js';

export interface ChunkIndexSubject<C extends Chunk, I extends ChunkIndex<C>> {
  create: () => Promise<I>;
  /** Makes a chunk that `find` returns. */
  findable: (chunk: Chunk) => C;
  /** A search that finds every findable chunk of the collection. */
  find: (index: I, collection: string, options: SearchOptions) => Promise<readonly ChunkHit[]>;
}

/** Limits and order of hits, and aborted calls, for every chunk index. Part of the suites of the two ports. */
export function describeSearching<C extends Chunk, I extends ChunkIndex<C>>({
  create,
  findable,
  find,
}: ChunkIndexSubject<C, I>): void {
  const signal = new AbortController().signal;
  const chunk = (fields: Partial<Chunk> & Pick<Chunk, 'id'>): C => findable(chunkOf({ text: 'beacon', ...fields }));
  let index: I;
  const write = (collection: string, ...chunks: readonly C[]): Promise<void> =>
    index.replaceDocuments(collection, documentsOf(...chunks), signal);
  const opened = (): void => {
    beforeEach(async () => {
      index = await create();
    });
    afterEach(() => index.close());
  };

  describe('searching', () => {
    opened();

    it('gives at most so many hits as wanted, and cuts ties by chunk id', async () => {
      const ids = Array.from({ length: 60 }, (_, i) => `d${(i * 37) % 60}#0`.padStart(6, '0'));
      await write('c', ...ids.map((id) => chunk({ id, documentId: 'd' })));
      for (const limit of [1, 7, 59, 60, 61]) {
        const hits = await find(index, 'c', { limit, signal });
        expect(hits.map((hit) => hit.chunkId)).toEqual([...ids].sort().slice(0, limit));
        expect(new Set(hits.map((hit) => hit.score)).size).toBe(1);
      }
    });

    it('shows only the wanted chunks, with the scores they have among all', async () => {
      await write(
        'c',
        ...Array.from({ length: 30 }, (_, i) => chunk({ id: `d${i}#0`, metadata: { odd: i % 2 === 1 } })),
      );
      const all = await find(index, 'c', { limit: 30, signal });
      const chunkIds = ['d3#0', 'd4#0', 'd29#0', "never'there"];
      const some = await find(index, 'c', { limit: 30, chunkIds, signal });
      expect(some.map((hit) => hit.chunkId)).toEqual(['d29#0', 'd3#0', 'd4#0']);
      for (const { chunkId, score } of some) {
        expect(score).toBeCloseTo(all.find((hit) => hit.chunkId === chunkId)?.score ?? Number.NaN, 5);
      }
      const filter = [{ key: 'odd', test: { kind: 'any-of', values: [true] } }] as const;
      const odd = await find(index, 'c', { limit: 30, chunkIds, filter, signal });
      expect(odd.map((hit) => hit.chunkId)).toEqual(['d29#0', 'd3#0']);
      expect(await find(index, 'c', { limit: 30, chunkIds: [], signal })).toEqual([]);
    });

    it.each([0, -1, 1.5, Number.NaN])('refuses a limit of %p', async (limit) => {
      await write('c', chunk({ id: 'd#0' }));
      await expect(find(index, 'c', { limit, signal })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });
  });

  describe('a call that is aborted', () => {
    opened();
    const reason = new Error('the caller left');

    it('rejects with the reason of the signal, and starts nothing', async () => {
      await write('c', chunk({ id: 'd#0' }));
      const aborted = AbortSignal.abort(reason);
      const calls = [
        index.replaceDocuments('c', documentsOf(chunk({ id: 'e#0' })), aborted),
        index.deleteDocuments('c', ['d'], aborted),
        index.count('c', aborted),
        index.documentIds('c', aborted),
        index.chunks('c', ['d#0'], aborted),
        index.drop('c', aborted),
        index.optimize('c', aborted),
        index.health(aborted),
        find(index, 'c', { limit: 1, signal: aborted }),
      ];
      for (const call of await Promise.allSettled(calls)) expect(call).toEqual({ status: 'rejected', reason });
      const left = await find(index, 'c', { limit: 2_000, signal });
      expect(left.map((hit) => hit.chunkId)).toEqual(['d#0']);
    });

    it('rejects with the reason when that happens while it runs', async () => {
      await write('c', chunk({ id: 'd#0' }));
      const controller = new AbortController();
      const search = find(index, 'c', { limit: 1, signal: controller.signal });
      controller.abort(reason);
      await expect(search).rejects.toBe(reason);
    });
  });
}
