import { afterAll, describe, expect, it } from '@jest/globals';
import type { ChunkHit, EmbeddedChunk, FilterCondition, FilterValue } from '@arbiter/ports';
import { analysedChunkOf, documentsOf, embeddedChunkOf, keywordQueryOf } from '@arbiter/ports/testing';
import { TemporaryStores } from '../test/temporary-stores.js';
import { keywordRows } from './chunk-rows.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const stores = new TemporaryStores();
afterAll(() => stores.remove());

const { signal } = new AbortController();
const is = (key: string, ...values: FilterValue[]): FilterCondition => ({ key, test: { kind: 'any-of', values } });
const ids = (hits: readonly ChunkHit[]): string[] => hits.map((hit) => hit.chunkId);

describe('the approximate vector index', () => {
  // Clusters around 20 directions, as embeddings of 20 topics would be.
  const vectorOf = (i: number): number[] =>
    Array.from({ length: 32 }, (_, d) => Math.sin((1 + (i % 20)) * (d + 1)) + 0.4 * Math.sin((i + 1) * 7.3 * (d + 1)));
  const chunks: EmbeddedChunk[] = Array.from({ length: 3_000 }, (_, i) =>
    embeddedChunkOf(
      { id: `d${i % 100}#${i}`, text: `passage ${i}`, metadata: { tenth: i % 10, rare: i % 500 === 3, "o'q": 'a"b' } },
      vectorOf(i),
    ),
  );
  const exactBest = (of: readonly EmbeddedChunk[], query: Float32Array, limit: number): string[] =>
    of
      .map(({ id, vector }) => ({ id, score: vector.reduce((sum, x, d) => sum + x * query[d]!, 0) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ id }) => id);
  const recall = (found: readonly string[], expected: readonly string[]): number =>
    expected.filter((id) => found.includes(id)).length / expected.length;

  it('finds nearly all of the exact best, with and without a filter, also of what was written after it was built', async () => {
    // Three filters: one that leaves more than the exact scan takes, two that leave less.
    const index = new LanceVectorIndex(await stores.open({ exactScanRows: 200 }));
    await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 2_500)), signal);
    await index.optimize('c', signal);
    const check = async (of: readonly EmbeddedChunk[]): Promise<void> => {
      for (const [filter, fits] of [
        [[], () => true],
        [[is('tenth', 1, 2, 3, 4, 5)], (i: number) => [1, 2, 3, 4, 5].includes(i % 10)],
        [[is('rare', true)], (i: number) => i % 500 === 3],
        [[is("o'q", 'a"b'), is('tenth', 3)], (i: number) => i % 10 === 3],
      ] as const) {
        const query = Float32Array.from(chunks[1_203]!.vector);
        const candidates = of.filter((_, i) => fits(i));
        const hits = await index.search('c', query, { limit: 10, filter, signal });
        const expected = exactBest(candidates, query, 10);
        expect(hits).toHaveLength(expected.length);
        expect(recall(ids(hits), expected)).toBeGreaterThanOrEqual(0.9);
        expect(hits.every((hit) => hit.score <= 1)).toBe(true);
      }
    };
    await check(chunks.slice(0, 2_500));
    await index.replaceDocuments('c', documentsOf(...chunks), signal);
    await check(chunks);
    await index.optimize('c', signal);
    await check(chunks);
    await index.deleteDocuments('c', ['d3'], signal);
    const left = await index.search('c', chunks[1_203]!.vector, { limit: 2_000, signal });
    const stored = await index.chunks('c', ids(left).slice(0, 1_000), signal);
    expect([...stored.values()].some(({ documentId }) => documentId === 'd3')).toBe(false);
  });
});

describe('rows that the full-text index does not hold yet', () => {
  const text = (i: number): string => `beacon ${'shore '.repeat(i % 23)}${i % 40 === 0 ? 'wreck' : ''}`;
  const chunks = Array.from({ length: 1_150 }, (_, i) =>
    analysedChunkOf({ id: `d${i}#0`, text: text(i), title: i % 50 === 0 ? 'Wreck' : '', metadata: { half: i % 2 } }),
  );

  it('are found with nearly the scores that they have when it holds them', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 1_060)), signal);
    await index.replaceDocuments('c', documentsOf(...chunks.slice(1_060)), signal);
    const searches = async (): Promise<Map<string, number>> => {
      const scores = new Map<string, number>();
      for (const query of ['wreck', 'beacon wreck', 'wreck shore'])
        for (const half of [0, 1, null]) {
          const filter = half === null ? [] : [is('half', half)];
          for (const hit of await index.search('c', keywordQueryOf(query), { limit: 40, filter, signal }))
            scores.set(`${query} ${half} ${hit.chunkId}`, hit.score);
        }
      return scores;
    };
    const before = await searches();
    await index.optimize('c', signal);
    const after = await searches();
    expect([...before.keys()].some((key) => key.endsWith(' d1100#0'))).toBe(true);
    // Statistics of the rows outside the index are added to its own; they differ by what the filter leaves of them.
    for (const [key, score] of after) expect(Math.abs((before.get(key) ?? score) / score - 1)).toBeLessThan(0.15);
    const lost = [...after.keys()].filter((key) => !before.has(key));
    expect(lost.length).toBeLessThan(after.size * 0.05);
  });

  it('are ranked when it holds none, as when the writer was killed before the first indexing', async () => {
    const store = await stores.open();
    const index = new LanceKeywordIndex(store);
    await index.replaceDocuments('c', [{ documentId: 'd', chunks: [] }], signal);
    await store.write('c', 'keywords', (table) => table.add(keywordRows(chunks.slice(0, 300))), { signal });
    const before = ids(await index.search('c', keywordQueryOf('beacon wreck'), { limit: 5, signal }));
    await index.optimize('c', signal);
    expect(ids(await index.search('c', keywordQueryOf('beacon wreck'), { limit: 5, signal }))).toEqual(before);
  });

  it('show their new text only, after a document was replaced', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    await index.replaceDocuments('c', documentsOf(...chunks.slice(0, 300)), signal);
    await index.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'd40#0', text: 'astrolabe' })), signal);
    expect(ids(await index.search('c', keywordQueryOf('wreck'), { limit: 100, signal }))).not.toContain('d40#0');
    expect(ids(await index.search('c', keywordQueryOf('astrolabe'), { limit: 100, signal }))).toEqual(['d40#0']);
  });
});

describe('the terms of filters', () => {
  it('are the same for what was written and what is asked, whatever the characters', async () => {
    const index = new LanceKeywordIndex(await stores.open());
    const values = [
      "'",
      '"',
      '\\',
      "\\'",
      '%',
      '_',
      '\n',
      '\u0000',
      '🔥',
      'e\u0301',
      '\uD83D',
      '',
      "'; --",
      '[',
      ']',
      ',',
    ];
    const chunks = values.map((value, i) =>
      analysedChunkOf({ id: `d${i}#0`, text: 'beacon', metadata: { value, [value]: i } }),
    );
    await index.replaceDocuments('c', documentsOf(...chunks), signal);
    for (const [i, value] of values.entries())
      for (const filter of [[is('value', value)], [is('value', value, 'no other')], [is(value, i)]]) {
        const hits = await index.search('c', keywordQueryOf('beacon'), { limit: 100, filter, signal });
        expect([value, ids(hits)]).toEqual([value, [`d${i}#0`]]);
      }
  });
});
