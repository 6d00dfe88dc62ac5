import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChunkFilter, FilterValue } from '../../chunk-filter.js';
import type { EmbeddedPage, MultiVectorIndex } from '../../multi-vector-index.js';
import { randomFilter, randomMetadata } from '../chunk-indexes/filters.suite.js';
import { holds } from '../chunk-indexes/filter-condition.js';
import { seededRandom } from '../clock.js';
import { maxSim } from './in-memory-multi-vector-index.js';
import { documentPagesOf, pageOf, vectorsOf } from './page.fixture.js';

const EAST = [1, 0, 0];
const NORTH = [0, 1, 0];
const UP = [0, 0, 1];
const DIMENSIONS = 3;

/** More than an engine compares without looking for candidates first. */
const MANY_PAGES = 900;

/**
 * Proves that an implementation keeps the promises of {@link MultiVectorIndex}.
 *
 * @param name as it appears in the report
 * @param create an index without collections; the suite closes it
 */
export function describeMultiVectorIndex(name: string, create: () => Promise<MultiVectorIndex>): void {
  describe(`${name} as an index of pages`, () => {
    const { signal } = new AbortController();
    let index: MultiVectorIndex;
    beforeEach(async () => {
      index = await create();
    });
    afterEach(() => index.close());

    const write = (collection: string, ...pages: readonly EmbeddedPage[]): Promise<void> =>
      index.replaceDocuments(collection, DIMENSIONS, documentPagesOf(...pages), signal);
    const found = async (collection: string, filter: ChunkFilter = []): Promise<string[]> => {
      const hits = await index.search(collection, vectorsOf(EAST), DIMENSIONS, { limit: 2_000, filter, signal });
      return hits.map(({ documentId, page }) => `${documentId}/${page}`).sort();
    };

    it('names its engine, and no address, for manifests', () => {
      expect(index.engine).toMatch(/^[a-z]+$/);
    });

    describe('ranking', () => {
      it('scores by the mean of the best cosines of the vectors of the query', async () => {
        const half = [1, 1, 0];
        await write(
          'c',
          pageOf('both', 1, [UP, NORTH, EAST]),
          pageOf('one', 4, [EAST]),
          pageOf('between', 2, [UP, half]),
          pageOf('none', 7, [UP]),
          pageOf('against', 1, [[-1, -1, 0]]),
        );
        const hits = await index.search('c', vectorsOf(EAST, NORTH), DIMENSIONS, { limit: 10, signal });
        expect(hits).toEqual([
          { documentId: 'both', page: 1, score: expect.closeTo(1, 5) },
          { documentId: 'between', page: 2, score: expect.closeTo(Math.SQRT1_2, 5) },
          { documentId: 'one', page: 4, score: expect.closeTo(0.5, 5) },
          { documentId: 'none', page: 7, score: expect.closeTo(0, 5) },
          { documentId: 'against', page: 1, score: expect.closeTo(-Math.SQRT1_2, 5) },
        ]);
        for (const { score } of hits) expect(Math.abs(score)).toBeLessThanOrEqual(1);
      });

      it('gives at most so many as wanted, and cuts ties by document and page', async () => {
        const pages = Array.from({ length: 40 }, (_, i) => pageOf(`d${(i * 7) % 4}`, 1 + ((i * 11) % 40), [EAST]));
        await write('c', ...pages);
        const ordered = pages
          .map(({ documentId, page }) => ({ documentId, page, score: expect.closeTo(1, 5) }))
          .sort((a, b) => (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : a.page - b.page));
        for (const limit of [1, 13, 40, 41]) {
          const hits = await index.search('c', vectorsOf(EAST), DIMENSIONS, { limit, signal });
          expect(hits).toEqual(ordered.slice(0, limit));
        }
      });

      it('finds in a large collection what an exact comparison finds, and by a filter', async () => {
        const random = seededRandom(11);
        const direction = (): number[] => Array.from({ length: 16 }, () => random() - 0.5);
        // Pages about one of 90 topics each, as pages of documents are.
        const topics = Array.from({ length: 90 }, direction);
        const near = (i: number): number[][] =>
          Array.from({ length: 6 }, () => (topics[i % 90] ?? []).map((x) => x + (random() - 0.5) * 0.4));
        const pages = Array.from({ length: MANY_PAGES }, (_, i) =>
          pageOf(`d${i % 30}`, i + 1, near(i), { third: i % 3 }),
        );
        await index.replaceDocuments('c', 16, documentPagesOf(...pages), signal);
        const query = vectorsOf(...near(5).slice(0, 4));
        for (const filter of [[], [anyOf('third', 2)]]) {
          const expected = pages
            .filter(({ metadata }) => filter.every((condition) => holds(metadata, condition)))
            .map(({ documentId, page, vectors }) => ({ documentId, page, score: maxSim(query, vectors, 16) }))
            .sort((a, b) => b.score - a.score)
            .slice(0, 10)
            .map((hit) => ({ ...hit, score: expect.closeTo(hit.score, 4) }));
          expect(await index.search('c', query, 16, { limit: 10, filter, signal })).toEqual(expected);
        }
      });

      it.each([0, -1, 1.5, Number.NaN])('refuses a limit of %p', async (limit) => {
        await write('c', pageOf('d', 1, [EAST]));
        const search = index.search('c', vectorsOf(EAST), DIMENSIONS, { limit, signal });
        await expect(search).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      });
    });

    describe('writing', () => {
      it('replaces all pages of a document, and leaves the others alone', async () => {
        await write('c', pageOf('d', 1, [EAST]), pageOf('d', 2, [EAST]), pageOf('e', 1, [EAST]));
        await write('c', pageOf('d', 2, [NORTH]), pageOf('d', 9, [EAST, UP]));
        expect(await found('c')).toEqual(['d/2', 'd/9', 'e/1']);
        const [best] = await index.search('c', vectorsOf(NORTH), DIMENSIONS, { limit: 1, signal });
        expect(best).toEqual({ documentId: 'd', page: 2, score: expect.closeTo(1, 5) });
      });

      it('changes nothing when the same documents are written again', async () => {
        const pages = [pageOf('d', 1, [EAST, UP]), pageOf('d', 2, [NORTH])];
        await write('c', ...pages);
        const search = () => index.search('c', vectorsOf(EAST, UP), DIMENSIONS, { limit: 9, signal });
        const before = await search();
        await write('c', ...pages);
        expect(await search()).toEqual(before);
        expect(before).toHaveLength(2);
      });

      it('takes a document without pages out', async () => {
        await write('c', pageOf('d', 1, [EAST]), pageOf('e', 1, [EAST]));
        await index.replaceDocuments('c', DIMENSIONS, [{ documentId: 'd', pages: [] }], signal);
        expect(await found('c')).toEqual(['e/1']);
        expect(await index.documentIds('c', signal)).toEqual(['e']);
      });

      it('shows a reader the old pages of a document or its new ones, never a mixture', async () => {
        const numbers = (n: number): number[] => Array.from({ length: 5 }, (_, i) => 1 + i + (n % 2 ? 0 : 3));
        const version = (n: number): EmbeddedPage[] => numbers(n).map((page) => pageOf('d', page, [EAST]));
        const named = (n: number): string[] => numbers(n).map((page) => `d/${page}`);
        await write('c', ...version(0));
        const writer = { done: false };
        const writes = (async () => {
          for (let n = 1; n <= 10; n += 1) await write('c', ...version(n));
          writer.done = true;
        })();
        do expect([named(0), named(1)]).toContainEqual(await found('c'));
        while (!writer.done);
        await writes;
        expect(await found('c')).toEqual(named(10));
      });

      it('takes writes to one collection at the same time, one after the other', async () => {
        const one = (i: number) => write('c', pageOf(`d${i}`, 1, [EAST]), pageOf(`d${i}`, 2, [UP]));
        await Promise.all(Array.from({ length: 6 }, (_, i) => one(i)));
        expect(await found('c')).toHaveLength(12);
      });

      it('finds the same when what was deleted and replaced is erased, also twice', async () => {
        await write('c', pageOf('gone', 1, [EAST]), pageOf('stays', 1, [EAST]), pageOf('changes', 1, [EAST]));
        await index.deleteDocuments('c', ['gone'], signal);
        await write('c', pageOf('changes', 2, [EAST]));
        for (let round = 0; round < 2; round += 1) {
          await index.optimize('c', signal, { erase: true });
          expect(await found('c')).toEqual(['changes/2', 'stays/1']);
        }
        await index.optimize('c', signal, { ifWorthIt: true });
        await write('c', pageOf('new', 1, [EAST]));
        expect(await index.documentIds('c', signal)).toEqual(['changes', 'new', 'stays']);
      });

      it.each<[string, () => Promise<void>]>([
        ['a document twice', () => replace({ documentId: 'd', pages: [] }, { documentId: 'd', pages: [] })],
        ['a page twice', () => write('c', pageOf('d', 1, [EAST]), pageOf('d', 1, [UP]))],
        ['a page of another document', () => replace({ documentId: 'd', pages: [pageOf('e', 1, [EAST])] })],
        ['page 0', () => write('c', pageOf('d', 0, [EAST]))],
        ['a page without vectors', () => write('c', pageOf('d', 1, []))],
        ['half a vector', () => write('c', { ...pageOf('d', 1, []), vectors: Float32Array.of(1, 0, 0, 1) })],
        ['a vector that is too long', () => write('c', { ...pageOf('d', 1, []), vectors: Float32Array.of(2, 0, 0) })],
        ['no number', () => write('c', { ...pageOf('d', 1, []), vectors: Float32Array.of(1, Number.NaN, 0) })],
        ['half of a surrogate pair', () => write('c', pageOf('\uD83D', 1, [EAST]))],
        ['no dimensions', () => index.replaceDocuments('c', 0, [], signal)],
      ])('refuses %s, and writes nothing', async (_, act) => {
        await write('c', pageOf('before', 1, [EAST]));
        await expect(act()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
        expect(await found('c')).toEqual(['before/1']);
      });

      const replace = (...documents: Parameters<MultiVectorIndex['replaceDocuments']>[2]): Promise<void> =>
        index.replaceDocuments('c', DIMENSIONS, documents, signal);
    });

    describe('dimensions', () => {
      it('are those of the first write, until the collection is dropped', async () => {
        const wrong = { code: 'INVALID_REQUEST' };
        const flat = documentPagesOf(pageOf('e', 1, [[1, 0]]));
        await write('c', pageOf('d', 1, [EAST]));
        await expect(index.replaceDocuments('c', 2, flat, signal)).rejects.toMatchObject(wrong);
        await index.deleteDocuments('c', ['d'], signal);
        await expect(index.replaceDocuments('c', 2, flat, signal)).rejects.toMatchObject(wrong);
        await expect(index.search('c', vectorsOf([1, 0]), 2, { limit: 1, signal })).rejects.toMatchObject(wrong);
        await index.drop('c', signal);
        await index.replaceDocuments('c', 2, flat, signal);
        expect(await index.search('c', vectorsOf([1, 0]), 2, { limit: 1, signal })).toHaveLength(1);
      });

      it.each([
        ['none', new Float32Array()],
        ['half a vector', Float32Array.of(1, 0, 0, 1)],
        ['a vector of length 0', new Float32Array(3)],
      ])('of a query: refuses %s', async (_, query) => {
        await write('c', pageOf('d', 1, [EAST]));
        const search = index.search('c', query, DIMENSIONS, { limit: 1, signal });
        await expect(search).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      });
    });

    describe('deleting', () => {
      it('takes ids of documents literally, and ignores unknown ones', async () => {
        const ids = ["o'neil", 'back\\slash', '100%_', '"quoted"', 'line\nbreak', 'é🔥', "x') OR ('1'='1", 'a/b?c=d#e'];
        await write('c', ...ids.map((id) => pageOf(id, 1, [EAST])));
        await write('c', ...ids.map((id) => pageOf(id, 1, [EAST])));
        expect(await index.documentIds('c', signal)).toEqual([...ids].sort());
        for (const [i, id] of ids.entries()) {
          await index.deleteDocuments('c', [id, 'never there'], signal);
          expect(await found('c')).toHaveLength(ids.length - i - 1);
        }
        await index.deleteDocuments('c', [], signal);
      });

      it('drops a collection with all in it; one that is not there is no error', async () => {
        await write('c', pageOf('d', 1, [EAST]));
        await index.drop('c', signal);
        await index.drop('c', signal);
        expect(await found('c')).toEqual([]);
        await write('c', pageOf('e', 1, [EAST]));
        expect(await found('c')).toEqual(['e/1']);
      });
    });

    describe('collections', () => {
      it('that were never written to are empty', async () => {
        expect(await found('none')).toEqual([]);
        expect(await index.documentIds('none', signal)).toEqual([]);
        await index.deleteDocuments('none', ['d'], signal);
        await index.optimize('none', signal, { erase: true });
        expect(await found('none')).toEqual([]);
      });

      it('are independent of each other, also when their names differ by case or a suffix only', async () => {
        const names = ['notes', 'Notes', 'notes.pages', 'notes-pages', 'n', 'n'.repeat(128), 'N'.repeat(128)];
        for (const name of names) await write(name, pageOf(name, 1, [EAST]));
        for (const name of names) expect(await found(name)).toEqual([`${name}/1`]);
        await index.drop('Notes', signal);
        expect(await found('Notes')).toEqual([]);
        expect(await found('notes')).toEqual(['notes/1']);
      });
    });

    describe('filters', () => {
      it('look at the metadata of the document', async () => {
        await write(
          'c',
          pageOf('inn', 1, [EAST], { kind: 'place', readers: ['all'] }),
          pageOf('law', 1, [EAST], { kind: 'law' }),
          pageOf('bare', 1, [EAST]),
        );
        const readable = { ...anyOf('readers', 'all'), orAbsent: true };
        expect(await found('c', [anyOf('kind', 'place', 'law'), readable])).toEqual(['inn/1', 'law/1']);
        expect(await found('c', [{ ...anyOf('kind', 'law'), negated: true }])).toEqual(['bare/1', 'inn/1']);
        expect(await found('c', [anyOf('kind')])).toEqual([]);
      });

      it('agree with a plain reading on random combinations', async () => {
        const random = seededRandom(23);
        const pages = Array.from({ length: 60 }, (_, i) => pageOf(`d${i}`, 1, [EAST], randomMetadata(random)));
        await write('c', ...pages);
        for (let round = 0; round < 40; round += 1) {
          const filter = randomFilter(random);
          const passing = pages.filter(({ metadata }) => filter.every((condition) => holds(metadata, condition)));
          const expected = passing.map(({ documentId }) => `${documentId}/1`).sort();
          expect({ filter, found: await found('c', filter) }).toEqual({ filter, found: expected });
        }
      });
    });

    it('rejects an aborted call with the reason of the signal, and starts nothing', async () => {
      const reason = new Error('the caller left');
      const aborted = AbortSignal.abort(reason);
      await write('c', pageOf('d', 1, [EAST]));
      const calls = [
        index.replaceDocuments('c', DIMENSIONS, documentPagesOf(pageOf('e', 1, [EAST])), aborted),
        index.deleteDocuments('c', ['d'], aborted),
        index.documentIds('c', aborted),
        index.search('c', vectorsOf(EAST), DIMENSIONS, { limit: 1, signal: aborted }),
        index.optimize('c', aborted),
        index.drop('c', aborted),
      ];
      for (const call of await Promise.allSettled(calls)) expect(call).toEqual({ status: 'rejected', reason });
      expect(await found('c')).toEqual(['d/1']);
    });
  });
}

function anyOf(key: string, ...values: FilterValue[]): ChunkFilter[number] {
  return { key, test: { kind: 'any-of', values } };
}
