import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChunkFilter } from '../../chunk-filter.js';
import type { AnalysedChunk, KeywordIndex, WeightedTerm } from '../../chunk-index.js';
import { describeChunkIndex } from './chunk-index.suite.js';
import { analysedChunkOf, chunkOf, documentsOf, keywordQueryOf } from './chunk.fixture.js';

/**
 * Proves that an implementation keeps the promises of {@link KeywordIndex}.
 *
 * @param name as it appears in the report
 * @param create an index without collections; the suite closes it
 */
export function describeKeywordIndex(name: string, create: () => Promise<KeywordIndex>): void {
  describe(`${name} as a keyword index`, () => {
    const signal = new AbortController().signal;

    describeChunkIndex({
      create,
      findable: (chunk) => ({ ...chunk, terms: analysedChunkOf(chunk).terms }),
      find: (index, collection, options) => index.search(collection, keywordQueryOf('beacon'), options),
    });

    describe('ranking', () => {
      let index: KeywordIndex;
      beforeEach(async () => {
        index = await create();
      });
      afterEach(() => index.close());

      const write = (...chunks: readonly AnalysedChunk[]): Promise<void> =>
        index.replaceDocuments('c', documentsOf(...chunks), signal);
      const search = async (query: string, limit = 10): Promise<string[]> =>
        (await index.search('c', keywordQueryOf(query), { limit, signal })).map((hit) => hit.chunkId);

      it('finds only chunks that share a term with the query, and scores them above 0', async () => {
        await write(
          analysedChunkOf({ id: 'a#0', text: 'The lighthouse keeper sleeps.' }),
          analysedChunkOf({ id: 'b#0', text: 'A merchant sails at dawn.' }),
          analysedChunkOf({ id: 'c#0', text: 'Nothing of the sort.' }),
        );
        const hits = await index.search('c', keywordQueryOf('lighthouse merchant'), { limit: 10, signal });
        expect(hits.map((hit) => hit.chunkId).sort()).toEqual(['a#0', 'b#0']);
        for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
      });

      it('counts the chunks that pass a filter, and the documents that have one', async () => {
        const of = (id: string, groups?: readonly string[]) =>
          analysedChunkOf({ id, text: 'harbour', metadata: groups ? { access_groups: groups } : {} });
        await write(of('a#0'), of('a#1'), of('b#0', ['crew']), of('c#0', ['board', 'crew']), of('d#0', ['board']));
        const readableBy = (...values: string[]): ChunkFilter => [
          { key: 'access_groups', test: { kind: 'any-of', values }, orAbsent: true },
        ];
        const counted = async (filter?: ChunkFilter) => [
          await index.count('c', signal, filter),
          await index.documentIds('c', signal, filter),
        ];
        expect(await counted(readableBy())).toEqual([2, ['a']]);
        expect(await counted(readableBy('crew'))).toEqual([4, ['a', 'b', 'c']]);
        expect(await counted([{ key: 'access_groups', test: { kind: 'exists' } }])).toEqual([3, ['b', 'c', 'd']]);
        expect(await counted([{ key: 'colour', test: { kind: 'exists' } }])).toEqual([0, []]);
        expect(await counted([])).toEqual([5, ['a', 'b', 'c', 'd']]);
        expect(await counted()).toEqual([5, ['a', 'b', 'c', 'd']]);
      });

      it('scores above 0 even for a word that every chunk holds', async () => {
        await write(...['a', 'b', 'c'].map((id) => analysedChunkOf({ id: `${id}#0`, text: 'harbour' })));
        const hits = await index.search('c', keywordQueryOf('harbour'), { limit: 10, signal });
        expect(hits).toHaveLength(3);
        for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
      });

      it('puts a rare word above a common one, and more of the query above less', async () => {
        await write(
          ...Array.from({ length: 8 }, (_, i) =>
            analysedChunkOf({ id: `common${i}#0`, text: 'harbour wall and harbour gate' }),
          ),
          analysedChunkOf({ id: 'rare#0', text: 'astrolabe beside the wall' }),
          analysedChunkOf({ id: 'both#0', text: 'astrolabe beside the harbour' }),
        );
        expect((await search('harbour astrolabe')).slice(0, 2)).toEqual(['both#0', 'rare#0']);
      });

      it('puts a short text above a long one that holds the word as often', async () => {
        await write(
          analysedChunkOf({ id: 'long#0', text: `lantern ${'and many other things besides '.repeat(20)}` }),
          analysedChunkOf({ id: 'short#0', text: 'lantern light' }),
        );
        expect(await search('lantern')).toEqual(['short#0', 'long#0']);
      });

      it('finds nothing for a query without terms', async () => {
        await write(analysedChunkOf({ id: 'a#0', text: 'A lantern.' }));
        expect(await index.search('c', [], { limit: 10, signal })).toEqual([]);
      });

      it.each([
        'lant*',
        '+lantern',
        '"lantern',
        'text:lantern',
        'lantern^9',
        'NOT',
        'Lantern',
        '\\',
        "'); DROP TABLE",
        'é',
        '船',
        '🔥',
        'the',
        'burning',
      ])('takes the term %j as it is: no operator, no case folding, no stemming, no stop word', async (term) => {
        await write(
          { ...chunkOf({ id: 'a#0', text: 'x' }), terms: [term.replaceAll(' ', '_')] },
          { ...chunkOf({ id: 'b#0', text: 'x' }), terms: ['lantern', 'burn'] },
        );
        const hits = await index.search('c', [{ term: term.replaceAll(' ', '_'), weight: 1 }], { limit: 10, signal });
        expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0']);
      });

      it('takes terms of any length', async () => {
        const long = 'x'.repeat(5_000);
        await write({ ...chunkOf({ id: 'a#0', text: 'x' }), terms: [long] }, analysedChunkOf({ id: 'b#0', text: 'y' }));
        const hits = await index.search('c', [{ term: long, weight: 1 }], { limit: 10, signal });
        expect(hits.map((hit) => hit.chunkId)).toEqual(['a#0']);
      });

      it('adds up BM25 over the terms, each times its weight', async () => {
        await write(
          analysedChunkOf({ id: 'a#0', text: 'lantern lantern harbour' }),
          analysedChunkOf({ id: 'b#0', text: 'harbour wall gate' }),
          analysedChunkOf({ id: 'c#0', text: 'dawn' }),
        );
        const scoreOf = async (...query: WeightedTerm[]): Promise<number> =>
          (await index.search('c', query, { limit: 10, signal })).find((hit) => hit.chunkId === 'a#0')?.score ?? 0;
        const lantern = await scoreOf({ term: 'lantern', weight: 1 });
        const harbour = await scoreOf({ term: 'harbour', weight: 1 });
        const both = await scoreOf({ term: 'lantern', weight: 0.25 }, { term: 'harbour', weight: 3 });
        expect(both / (0.25 * lantern + 3 * harbour)).toBeCloseTo(1, 4);
        // Weights without a common unit, which a caller may give, add up too.
        const odd = await scoreOf({ term: 'lantern', weight: 0.3 }, { term: 'harbour', weight: Math.SQRT2 });
        expect(odd / (0.3 * lantern + Math.SQRT2 * harbour)).toBeCloseTo(1, 4);
        const heavy = await scoreOf({ term: 'lantern', weight: 0.125 }, { term: 'harbour', weight: 1_000 });
        expect(heavy / (0.125 * lantern + 1_000 * harbour)).toBeCloseTo(1, 4);
        // idf ln(1 + 2.5 / 1.5) against ln(1 + 1.5 / 2.5); tf 2 and 1 in 3 terms of 7/3 on average.
        const norm = 1.2 * (0.25 + (0.75 * 3) / (7 / 3));
        const expected = (Math.log(8 / 3) * 2 * (1 + norm)) / (Math.log(8 / 5) * (2 + norm));
        expect(lantern / harbour).toBeCloseTo(expected, 3);
      });

      it('scores given chunks as a search does, whether it found them or not', async () => {
        await write(
          ...Array.from({ length: 50 }, (_, i) =>
            analysedChunkOf({ id: `d${i}#0`, text: `lantern ${'shore '.repeat(i)}${i % 7 === 0 ? 'wreck' : ''}` }),
          ),
          analysedChunkOf({ id: 'else#0', text: 'A merchant.' }),
        );
        const query = [
          { term: 'wreck', weight: 1 },
          { term: 'lantern', weight: 0.5 },
        ];
        const ids = ['d49#0', 'd3#0', 'else#0', 'never', "o'neil"];
        const alone = await index.scores('c', [...query], ids, signal);
        const all = await index.search('c', query, { limit: 1_000, signal });
        expect(await index.search('c', query, { limit: 1, signal })).toEqual(all.slice(0, 1));
        const after = await index.scores('c', query, ids, signal);
        for (const scores of [alone, after]) {
          expect([...scores.keys()].sort()).toEqual(['d3#0', 'd49#0']);
          for (const [id, score] of scores) {
            expect(score).toBeCloseTo(all.find((hit) => hit.chunkId === id)?.score ?? Number.NaN, 4);
          }
        }
        expect(await index.scores('c', query, [], signal)).toEqual(new Map());
        expect(await index.scores('c', [], ids, signal)).toEqual(new Map());
        await expect(index.scores('none', query, ids, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(index.scores('c', query, ids, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
      });

      it('scores what was written after the search that came before', async () => {
        await write(analysedChunkOf({ id: 'a#0', text: 'lantern' }), analysedChunkOf({ id: 'b#0', text: 'harbour' }));
        const query = keywordQueryOf('lantern');
        expect(await index.search('c', query, { limit: 10, signal })).toHaveLength(1);
        await write(analysedChunkOf({ id: 'b#0', text: 'lantern' }));
        expect((await index.scores('c', query, ['b#0'], signal)).get('b#0')).toBeGreaterThan(0);
      });

      it('shows only chunks that hold every required term', async () => {
        await write(
          analysedChunkOf({ id: 'a#0', text: 'lantern by the harbour' }),
          analysedChunkOf({ id: 'b#0', text: 'lantern on the wall' }),
          analysedChunkOf({ id: 'c#0', text: 'harbour wall' }),
        );
        const query = keywordQueryOf('lantern harbour wall');
        const ids = async (...required: string[]): Promise<string[]> =>
          (await index.search('c', query, { limit: 10, required, signal })).map((hit) => hit.chunkId).sort();
        expect(await ids('lantern', 'harbour')).toEqual(['a#0']);
        expect(await ids('wall')).toEqual(['b#0', 'c#0']);
        expect(await ids('wall', 'never')).toEqual([]);
      });

      it('knows how common terms are', async () => {
        await write(
          ...Array.from({ length: 40 }, (_, i) =>
            analysedChunkOf({ id: `d${i}#0`, text: i % 4 === 0 ? 'harbour lantern lantern' : 'harbour' }),
          ),
        );
        const shares = await index.documentFrequencies('c', ['harbour', 'lantern', 'never'], signal);
        expect(shares.map((share) => Number(share.toFixed(3)))).toEqual([1, 0.25, 0]);
        await expect(index.documentFrequencies('none', ['x'], signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });

      it('lists the terms of a collection as it stands, if it can list any', async () => {
        const texts = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 'harbour wall wall' : 'harbour'));
        await write(...texts.map((text, i) => analysedChunkOf({ id: `d${i}#0`, text })));
        if (!index.vocabulary) return;
        const shares = [...(await index.vocabulary('c', signal))].map(([term, share]) => [term, share.toFixed(3)]);
        expect(Object.fromEntries(shares)).toEqual({ harbour: '1.000', wall: '0.250' });
        // One chunk more is no great change, but may hold the only word that a query means.
        await write(analysedChunkOf({ id: 'e#0', text: 'lantern' }));
        expect((await index.vocabulary('c', signal)).get('lantern')).toBeCloseTo(1 / 41);
        await expect(index.vocabulary('none', signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });

      it('takes a query of 1,000 terms', async () => {
        await write(
          analysedChunkOf({ id: 'a#0', text: 'A lantern.' }),
          analysedChunkOf({ id: 'b#0', text: 'A coast.' }),
        );
        const words = Array.from({ length: 999 }, (_, i) => `word${i}`).join(' ');
        expect(await search(`${words} lantern`)).toEqual(['a#0']);
      });

      it('ranks what was just written as it does after optimize', async () => {
        const text = (i: number): string => `lantern ${'shore '.repeat(i)}${i % 7 === 0 ? 'wreck' : ''}`;
        const chunks = Array.from({ length: 120 }, (_, i) => analysedChunkOf({ id: `d${i}#0`, text: text(i) }));
        await write(...chunks.slice(0, 60));
        await write(...chunks.slice(60));
        const queries = ['lantern', 'wreck', 'lantern wreck'];
        const before = await Promise.all(queries.map((query) => search(query, 5)));
        await index.optimize('c', signal);
        expect(await Promise.all(queries.map((query) => search(query, 5)))).toEqual(before);
      });
    });
  });
}
