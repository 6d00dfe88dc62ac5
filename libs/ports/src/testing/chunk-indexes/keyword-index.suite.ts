import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Chunk } from '../../chunk.js';
import type { KeywordIndex } from '../../keyword-index.js';
import { describeChunkIndex } from './chunk-index.suite.js';
import { chunkOf, documentsOf } from './chunk.fixture.js';

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
      findable: (chunk) => chunk,
      find: (index, collection, options) => index.search(collection, 'beacon', options),
    });

    describe('ranking', () => {
      let index: KeywordIndex;
      beforeEach(async () => {
        index = await create();
      });
      afterEach(() => index.close());

      const write = (...chunks: readonly Chunk[]): Promise<void> =>
        index.replaceDocuments('c', documentsOf(...chunks), signal);
      const search = async (query: string, limit = 10): Promise<string[]> =>
        (await index.search('c', query, { limit, signal })).map((hit) => hit.chunk.id);

      it('finds only chunks that share a term with the query, and scores them above 0', async () => {
        await write(
          chunkOf({ id: 'a#0', text: 'The lighthouse keeper sleeps.' }),
          chunkOf({ id: 'b#0', text: 'A merchant sails at dawn.' }),
          chunkOf({ id: 'c#0', text: 'Nothing of the sort.' }),
        );
        const hits = await index.search('c', 'lighthouse merchant', { limit: 10, signal });
        expect(hits.map((hit) => hit.chunk.id).sort()).toEqual(['a#0', 'b#0']);
        for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
      });

      it('scores above 0 even for a word that every chunk holds', async () => {
        await write(...['a', 'b', 'c'].map((id) => chunkOf({ id: `${id}#0`, text: 'harbour' })));
        const hits = await index.search('c', 'harbour', { limit: 10, signal });
        expect(hits).toHaveLength(3);
        for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
      });

      it('puts a rare word above a common one, and more of the query above less', async () => {
        await write(
          ...Array.from({ length: 8 }, (_, i) =>
            chunkOf({ id: `common${i}#0`, text: 'harbour wall and harbour gate' }),
          ),
          chunkOf({ id: 'rare#0', text: 'astrolabe beside the wall' }),
          chunkOf({ id: 'both#0', text: 'astrolabe beside the harbour' }),
        );
        expect((await search('harbour astrolabe')).slice(0, 2)).toEqual(['both#0', 'rare#0']);
      });

      it('puts a short text above a long one that holds the word as often', async () => {
        await write(
          chunkOf({ id: 'long#0', text: `lantern ${'and many other things besides '.repeat(20)}` }),
          chunkOf({ id: 'short#0', text: 'lantern light' }),
        );
        expect(await search('lantern')).toEqual(['short#0', 'long#0']);
      });

      it('finds words of the title and the section, and puts the title above the text', async () => {
        await write(
          chunkOf({ id: 'text#0', text: 'Saltmarsh lies north of here today.' }),
          chunkOf({ id: 'title#0', title: 'Saltmarsh', text: 'A town which lies north.' }),
          chunkOf({ id: 'section#0', section: ['Places', 'Saltmarsh'], text: 'A town which lies north of here.' }),
        );
        const ids = await search('saltmarsh');
        expect(ids[0]).toBe('title#0');
        expect([...ids].sort()).toEqual(['section#0', 'text#0', 'title#0']);
      });

      it.each([
        ['burning', 'burns'],
        ['burned', 'burning'],
        ['Harbours', 'harbour'],
        ['HARBOUR', 'harbour'],
        ['cafe', 'café'],
        ['Éowyn', 'eowyn'],
        ['cafe\u0301', 'café'],
      ])('finds, asked for %s, a text with %s', async (query, text) => {
        await write(chunkOf({ id: 'a#0', text: `There: ${text}.` }), chunkOf({ id: 'b#0', text: 'Elsewhere.' }));
        expect(await search(query)).toEqual(['a#0']);
      });

      it.each(['', '   ', 'the', 'what is the', 'The AND the', '!?', '"', '\\', '***', '🔥', '(', '\u0000', '— … ’'])(
        'finds nothing for %j, which holds no term',
        async (query) => {
          await write(chunkOf({ id: 'a#0', text: 'The 🔥 is what it is! "And" (so) \\ on * …' }));
          expect(await search(query)).toEqual([]);
        },
      );

      it.each([
        ['"lantern', ['a#0']],
        ['text:lantern', ['a#0']],
        ['lantern^9 -coast', ['a#0', 'b#0']],
        ['+lantern -lantern', ['a#0']],
        ['lant*', []],
        ['lantern~2 OR (coast', ['a#0', 'b#0']],
        ['"coast lantern"', ['a#0', 'b#0']],
        ['NOT lantern', ['a#0']],
        ["lantern'); DROP TABLE chunks; --", ['a#0']],
        ['/lantern/', ['a#0']],
        ['船 lantern 火', ['a#0']],
      ])('takes %j as plain words', async (query, expected) => {
        await write(chunkOf({ id: 'a#0', text: 'A lantern.' }), chunkOf({ id: 'b#0', text: 'The coast.' }));
        expect((await search(query)).sort()).toEqual(expected);
      });

      it('takes a query of 100 kB', async () => {
        await write(chunkOf({ id: 'a#0', text: 'A lantern.' }), chunkOf({ id: 'b#0', text: 'The coast.' }));
        const words = Array.from({ length: 12_000 }, (_, i) => `word${i % 500}`).join(' ');
        expect(await search(`${words} lantern`)).toEqual(['a#0']);
      });

      it('ranks what was just written as it does after optimize', async () => {
        const text = (i: number): string => `lantern ${'shore '.repeat(i)}${i % 7 === 0 ? 'wreck' : ''}`;
        const chunks = Array.from({ length: 120 }, (_, i) => chunkOf({ id: `d${i}#0`, text: text(i) }));
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
