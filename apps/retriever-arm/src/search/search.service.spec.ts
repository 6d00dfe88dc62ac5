import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, passageOf, search, type SearchRequest } from '@arbiter/contracts';
import {
  analysedChunkOf,
  documentsOf,
  FakeEmbedder,
  InMemoryCollectionCatalog,
  InMemoryKeywordIndex,
  InMemoryVectorIndex,
} from '@arbiter/ports/testing';
import type { KeywordIndex, VectorIndex } from '@arbiter/ports';
import { analyserNamed, passageTerms } from '@arbiter/text';
import { LateInteractionReranker } from '../rerank/late-interaction.reranker.js';
import { LATE_INTERACTION_SETTINGS, RerankStage } from '../rerank/rerank.stage.js';
import { ExtractiveSynthesizer } from '../synthesis/extractive-synthesizer.js';
import { withDefaults, type CompleteRequest } from './search-defaults.js';
import { DEFAULT_SEARCH_SETTINGS } from './search-settings.js';
import { SearchService, type SearchPorts } from './search.service.js';

const { signal } = new AbortController();
const embedder = new FakeEmbedder();

const CHUNKS = [
  analysedChunkOf({
    id: 'light#0',
    title: 'Gull Point Light',
    source: 'light.md',
    text: 'Mara Fell keeps the lamp of Gull Point.',
    metadata: { type: 'place' },
  }),
  analysedChunkOf({
    id: 'light#1',
    ordinal: 1,
    title: 'Gull Point Light',
    source: 'light.md',
    text: 'The lamp burns whale oil all winter.',
    metadata: { type: 'place' },
  }),
  analysedChunkOf({
    id: 'inn#0',
    title: 'The Drowned Rat',
    source: 'inn.md',
    text: 'A bed at the inn costs four pence a night.',
    metadata: { type: 'inn' },
  }),
  analysedChunkOf({
    id: 'law#0',
    title: 'Harbour rules',
    source: 'law.md',
    text: 'No vessel enters the harbour after dusk.',
    metadata: { type: 'law' },
  }),
];

async function library() {
  const catalog = new InMemoryCollectionCatalog();
  const vectorIndex = new InMemoryVectorIndex();
  const keywordIndex = new InMemoryKeywordIndex();
  await catalog.create(
    {
      name: 'coast',
      formatVersion: 1,
      embeddingModel: embedder.model,
      dimensions: embedder.dimensions,
      tokenDimensions: embedder.tokenDimensions,
      language: 'en',
      analyser: 'english-2',
      chunkerVersion: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    signal,
  );
  const vectors = await embedder.embedWithTokens(
    CHUNKS.map(({ title, text }) => `${title}. ${text}`),
    { kind: 'document', signal },
  );
  await keywordIndex.replaceDocuments(
    'coast',
    documentsOf(...CHUNKS.map((chunk) => ({ ...chunk, terms: passageTerms(chunk, analyserNamed('english-2')) }))),
    signal,
  );
  const embedded = CHUNKS.map((chunk, index) => ({
    ...chunk,
    vector: vectors[index]?.vector ?? new Float32Array(embedder.dimensions),
    tokens: vectors[index]?.tokens ?? null,
  }));
  await vectorIndex.replaceDocuments('coast', documentsOf(...embedded), signal);
  return { catalog, vectorIndex, keywordIndex, embedder };
}

function request(fields: Partial<SearchRequest> & Pick<SearchRequest, 'query'>): CompleteRequest {
  return withDefaults(search.input.parse(fields), { method: 'hybrid', limit: 10, min_relevance_score: 0 });
}

/** An index that cannot answer. */
function down(): { search(): Promise<never> } {
  return { search: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The store does not answer.')) };
}

function serviceOf(ports: SearchPorts): SearchService {
  const reranking = new RerankStage(
    new LateInteractionReranker(ports.embedder, ports.vectorIndex),
    LATE_INTERACTION_SETTINGS,
  );
  return new SearchService(ports, DEFAULT_SEARCH_SETTINGS, reranking, () => 0);
}

const QUERY = 'Who keeps the lamp of Gull Point?';

describe('SearchService', () => {
  let ports: Awaited<ReturnType<typeof library>>;
  let sut: SearchService;
  beforeEach(async () => {
    ports = await library();
    sut = serviceOf(ports);
  });

  it('test_vector_search: finds the nearest passages, best first', async () => {
    const { results, degraded } = await sut.search(request({ query: QUERY, method: 'vector', limit: 2 }), signal);
    expect(results.map(({ metadata }) => metadata.chunk_id)).toEqual(['light#0', 'light#1']);
    expect(results.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(degraded).toEqual([]);
  });

  it('test_keyword_search: finds only passages that share a word', async () => {
    const { results } = await sut.search(request({ query: 'whale oil', method: 'keyword' }), signal);
    expect(results.map(({ metadata }) => metadata.chunk_id)).toEqual(['light#1']);
  });

  it('test_hybrid_search: fuses both lists, relevance falling along the ranks', async () => {
    const { results } = await sut.search(request({ query: QUERY, method: 'hybrid' }), signal);
    expect(results[0]?.source).toBe('light.md');
    expect(results).toHaveLength(4);
    const scores = results.map(({ relevance_score }) => relevance_score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('test_synthesis: its results make an answer whose markers lead to their spans', async () => {
    const { results } = await sut.search(request({ query: QUERY }), signal);
    const answer = await new ExtractiveSynthesizer(embedder).synthesize(
      { query: QUERY, passages: results.map(passageOf) },
      signal,
    );
    expect(answer.text).toContain('Mara Fell keeps the lamp of Gull Point. [1]');
    expect(answer.citations[0]).toMatchObject({ documentId: 'light', start: 0, quote: CHUNKS[0]?.text });
  });

  it('gives right passages more than .5 and those of another subject less', async () => {
    const { results } = await sut.search(request({ query: QUERY }), signal);
    const relevanceOf = (id: string) => results.find(({ metadata }) => metadata.chunk_id === id)?.relevance_score ?? 0;
    expect(relevanceOf('light#0')).toBeGreaterThan(0.5);
    expect(relevanceOf('law#0')).toBeLessThan(0.5);
  });

  it('keeps only what reaches the asked relevance', async () => {
    const { results } = await sut.search(request({ query: QUERY, min_relevance_score: 0.5 }), signal);
    for (const { relevance_score } of results) expect(relevance_score).toBeGreaterThanOrEqual(0.5);
    expect(results.length).toBeLessThan(4);
  });

  it('keeps only what fits the filters', async () => {
    const { results } = await sut.search(request({ query: QUERY, filters: { type: ['inn', 'law'] } }), signal);
    expect(results.map(({ source }) => source).sort()).toEqual(['inn.md', 'law.md']);
  });

  it.each(['vector', 'keyword'] as const)(
    'answers without the %s index when that is down, and says so',
    async (broken) => {
      const half =
        broken === 'vector'
          ? { ...ports, vectorIndex: down() as unknown as VectorIndex }
          : { ...ports, keywordIndex: down() as unknown as KeywordIndex };
      const { results, degraded } = await serviceOf(half).search(request({ query: QUERY }), signal);
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
    await expect(serviceOf(none).search(request({ query: QUERY }), signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('refuses a collection that does not exist by its name', async () => {
    const asked = sut.search(request({ query: QUERY, knowledge_bases: ['moor'] }), signal);
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND', details: { collections: ['moor'] } });
  });

  it('refuses to compare vectors of another model', async () => {
    const other = { ...ports, embedder: new FakeEmbedder({ model: 'other-words' }) };
    await expect(serviceOf(other).search(request({ query: QUERY }), signal)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('finds nothing in an empty library', async () => {
    const empty = { ...ports, catalog: new InMemoryCollectionCatalog() };
    expect(await serviceOf(empty).search(request({ query: QUERY }), signal)).toMatchObject({
      results: [],
      degraded: [],
    });
  });

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(sut.search(request({ query: QUERY }), stopped)).rejects.toThrow('enough');
  });
});
