import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, passageOf } from '@arbiter/contracts';
import { FakeEmbedder, InMemoryCollectionCatalog, InMemoryReader, InMemoryVectorIndex } from '@arbiter/ports/testing';
import type { KeywordIndex, VectorIndex } from '@arbiter/ports';
import { ExtractiveSynthesizer } from '../synthesis/extractive-synthesizer.js';
import { questionReaderOf } from '../../test/readings.js';
import { COAST, libraryOf, requestOf, searchServiceOf, type Library } from '../../test/coast.library.js';
import type { SearchService } from './search.service.js';

const { signal } = new AbortController();

/** An index that cannot answer. */
function down(): Partial<VectorIndex & KeywordIndex> {
  const fail = (): Promise<never> => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.'));
  return { engine: 'memory', search: fail, scores: fail, chunks: fail, documentFrequencies: fail, count: fail };
}

const QUERY = 'Who keeps the lamp of Gull Point?';

describe('SearchService', () => {
  let ports: Library;
  let sut: SearchService;
  beforeEach(async () => {
    ports = await libraryOf({ coast: COAST });
    sut = searchServiceOf(ports);
  });

  it('test_vector_search: finds the nearest passages, best first', async () => {
    const { results, degraded } = await sut.search(requestOf({ query: QUERY, method: 'vector', limit: 2 }), signal);
    expect(results.map(({ metadata }) => metadata.chunk_id)).toEqual(['light#0', 'light#1']);
    expect(results.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(degraded).toEqual([]);
  });

  it('test_keyword_search: finds only passages that share a word', async () => {
    const { results } = await sut.search(requestOf({ query: 'whale oil', method: 'keyword' }), signal);
    expect(results.map(({ metadata }) => metadata.chunk_id)).toEqual(['light#1']);
  });

  it('test_hybrid_search: fuses both lists, relevance falling along the ranks', async () => {
    const { results } = await sut.search(requestOf({ query: QUERY, method: 'hybrid' }), signal);
    expect(results[0]?.source).toBe('light.md');
    expect(results).toHaveLength(4);
    const scores = results.map(({ relevance_score }) => relevance_score);
    expect(scores).toEqual([...new Set(scores)].sort((a, b) => b - a));
  });

  it('test_synthesis: its results make an answer whose markers lead to their spans', async () => {
    const { results } = await sut.search(requestOf({ query: QUERY }), signal);
    const answer = await new ExtractiveSynthesizer(questionReaderOf(new InMemoryReader())).synthesize(
      { query: QUERY, passages: results.map(passageOf) },
      signal,
    );
    expect(answer.text).toContain('Mara Fell keeps the lamp of Gull Point. [1]');
    expect(answer.citations[0]).toMatchObject({ documentId: 'light', start: 0, quote: COAST[0]?.text });
  });

  it('gives right passages more than .5 and those of another subject less', async () => {
    const { results } = await sut.search(requestOf({ query: QUERY }), signal);
    const relevanceOf = (id: string) => results.find(({ metadata }) => metadata.chunk_id === id)?.relevance_score ?? 0;
    expect(relevanceOf('light#0')).toBeGreaterThan(0.5);
    expect(relevanceOf('law#0')).toBeLessThan(0.5);
  });

  it('keeps only what reaches the asked relevance', async () => {
    const { results } = await sut.search(requestOf({ query: QUERY, min_relevance_score: 0.5 }), signal);
    for (const { relevance_score } of results) expect(relevance_score).toBeGreaterThanOrEqual(0.5);
    expect(results.length).toBeLessThan(4);
  });

  it('keeps only what fits the filters', async () => {
    const { results } = await sut.search(requestOf({ query: QUERY, filters: { type: ['inn', 'law'] } }), signal);
    expect(results.map(({ source }) => source).sort()).toEqual(['inn.md', 'law.md']);
  });

  it.each(['vector', 'keyword'] as const)(
    'answers without the %s index when that is down, and says so',
    async (broken) => {
      const half =
        broken === 'vector'
          ? { ...ports, vectorIndex: down() as unknown as VectorIndex }
          : { ...ports, keywordIndex: down() as unknown as KeywordIndex };
      const { results, degraded } = await searchServiceOf(half).search(requestOf({ query: QUERY }), signal);
      expect(results[0]?.source).toBe('light.md');
      expect(degraded).toEqual([broken]);
    },
  );

  it('is UNAVAILABLE when no index answers', async () => {
    const none = {
      ...ports,
      vectorIndex: down() as unknown as VectorIndex,
      keywordIndex: down() as unknown as KeywordIndex,
    };
    await expect(searchServiceOf(none).search(requestOf({ query: QUERY }), signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('refuses a collection that does not exist by its name', async () => {
    const asked = sut.search(requestOf({ query: QUERY, knowledge_bases: ['moor'] }), signal);
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND', details: { collections: ['moor'] } });
  });

  it('refuses to compare vectors of another model', async () => {
    const other = { ...ports, embedder: new FakeEmbedder({ model: 'other-words' }) };
    await expect(searchServiceOf(other).search(requestOf({ query: QUERY }), signal)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it.each(['vector', 'keyword', 'hybrid'] as const)(
    'refuses a %s search of a collection that is in another store, where it would find nothing',
    async (method) => {
      const moved = { ...ports, vectorIndex: new InMemoryVectorIndex('elsewhere') };
      await expect(searchServiceOf(moved).search(requestOf({ query: QUERY, method }), signal)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/vectors in memory.*vectors in elsewhere.*arbiter reindex coast/),
      });
    },
  );

  it('finds nothing in an empty library', async () => {
    const empty = { ...ports, catalog: new InMemoryCollectionCatalog() };
    expect(await searchServiceOf(empty).search(requestOf({ query: QUERY }), signal)).toMatchObject({
      results: [],
      degraded: [],
    });
  });

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(sut.search(requestOf({ query: QUERY }), stopped)).rejects.toThrow('enough');
  });
});
