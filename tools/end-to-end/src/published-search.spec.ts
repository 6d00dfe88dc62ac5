import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchResponse } from '@arbiter/contracts';
import { send, type HttpReply } from './http-calls.js';
import { sharedStandalone, type SharedStandalone } from './shared/shared-standalone.js';

const PUBLISHED_KEYS = ['results', 'query', 'method_used', 'total_results', 'synthesis', 'citations'];
const RESULT_KEYS = ['content', 'source', 'relevance_score', 'rank', 'metadata'];

/** A published request names no collection: all of them are searched, and the notes about search are what it asks about. */
let standalone: SharedStandalone;

beforeAll(async () => {
  standalone = await sharedStandalone();
});

function post(json: unknown): Promise<HttpReply> {
  return send(`${standalone.retrieverUrl}/search`, { json });
}

async function found(json: object): Promise<SearchResponse> {
  const reply = await post(json);
  expect(reply.status).toBe(200);
  return reply.json() as SearchResponse;
}

/** The tests of the published design (document 003), by their names. */
describe('the published tests', () => {
  it('test_vector_search', async () => {
    const response = await found({ query: 'machine learning algorithms', method: 'vector', limit: 5 });
    expect(response.total_results).toBeGreaterThan(0);
    expect(response.results.length).toBeLessThanOrEqual(5);
    expect(response.method_used).toBe('vector');
    for (const { relevance_score } of response.results) expect(relevance_score).toBeGreaterThan(0);
  });

  it('test_hybrid_search', async () => {
    const response = await found({ query: 'neural networks', method: 'hybrid', limit: 10, min_relevance_score: 0.6 });
    expect(response.method_used).toBe('hybrid');
    expect(response.total_results).toBeGreaterThan(0);
    const scores = response.results.map(({ relevance_score }) => relevance_score);
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(0.6);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('test_synthesis', async () => {
    const { total_results, synthesis, citations } = await found({
      query: 'benefits of vector databases',
      limit: 5,
      include_citations: true,
    });
    expect(total_results).toBeGreaterThan(0);
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.some((_, index) => synthesis?.includes(`[${index + 1}]`))).toBe(true);
  });
});

describe('a published response', () => {
  const PUBLISHED_REQUEST = {
    query: 'What are the benefits of hybrid search?',
    method: 'hybrid',
    limit: 10,
    filters: { category: ['search', 'algorithms', 'databases'], date_from: '2023-01-01' },
    min_relevance_score: 0.3,
    include_citations: true,
  };

  it('has the published keys and no others', async () => {
    const response = await found(PUBLISHED_REQUEST);
    expect(Object.keys(response)).toEqual(PUBLISHED_KEYS);
    for (const result of response.results) expect(Object.keys(result)).toEqual(RESULT_KEYS);
    expect(response).toMatchObject({
      query: PUBLISHED_REQUEST.query,
      method_used: 'hybrid',
      total_results: response.results.length,
    });
    expect(response.results[0]).toMatchObject({
      content: expect.stringContaining('exact names as well as passages'),
      source: 'hybrid-search.md',
      metadata: { category: 'search', date: '2024-03-15' },
    });
  });

  it('ranks from 1 without a gap, and keeps to its filters', async () => {
    const { results } = await found({ ...PUBLISHED_REQUEST, min_relevance_score: 0 });
    expect(results.map(({ rank }) => rank)).toEqual(results.map((_, index) => index + 1));
    expect(results.map(({ source }) => source).sort()).toEqual([
      'hybrid-search.md',
      'rank-fusion.md',
      'vector-databases.md',
    ]);
  });

  it('cites sources, each once, in the order of the markers', async () => {
    const query = 'What are the benefits of hybrid search and of vector databases?';
    const { synthesis, citations, results } = await found({ query, min_relevance_score: 0.1 });
    const cited = [...(synthesis ?? '').matchAll(/(?<![^.[\]])([^.[\]]+)\. \[(\d+)\]/g)].map(
      ([, sentence, digits]) => ({
        sentence: sentence!.trim(),
        source: citations[Number(digits) - 1],
      }),
    );
    expect([...new Set(cited.map(({ source }) => source))]).toEqual(citations);
    expect(citations.length).toBeGreaterThan(0);
    for (const { sentence, source } of cited) {
      expect(results.find((result) => result.source === source)?.content).toContain(sentence);
    }
  });

  it('has no citations where none are wanted', async () => {
    const { citations, synthesis } = await found({ ...PUBLISHED_REQUEST, include_citations: false });
    expect(citations).toEqual([]);
    expect(synthesis).not.toBeNull();
  });

  it('is the published one when nothing is found', async () => {
    const query = 'Rezept für Sachertorte';
    expect(await found({ query })).toEqual({
      results: [],
      query,
      method_used: 'hybrid',
      total_results: 0,
      synthesis: null,
      citations: [],
    });
  });

  it('is hybrid, of at most 10 results, at or above .5, with citations, unless it says otherwise', async () => {
    const { query } = PUBLISHED_REQUEST;
    const said = { query, method: 'hybrid', limit: 10, filters: {}, min_relevance_score: 0.5, include_citations: true };
    expect(await found({ query })).toEqual(await found(said));
  });

  it('says more than is published only when more is asked for', async () => {
    const response = await found({ ...PUBLISHED_REQUEST, explain: true });
    expect(Object.keys(response)).toEqual([...PUBLISHED_KEYS, 'degraded', 'failed_knowledge_bases', 'notices']);
    expect(response).toMatchObject({ degraded: [], failed_knowledge_bases: [], notices: [] });
    expect(response.results[0]?.explanation?.lists.length).toBeGreaterThan(1);
  });

  it('tells in its headers what was done and how long that took', async () => {
    const { headers } = await post(PUBLISHED_REQUEST);
    expect(headers.get('arbiter-mode')).toMatch(/^hybrid; fusion=[a-z-]+; rerank=[a-z-]+; synthesis=extractive$/);
    expect(headers.get('arbiter-timing')).toMatch(/encode;dur=[\d.]+/);
    expect(headers.get('server-timing')).toBe(headers.get('arbiter-timing'));
    expect(headers.get('arbiter-degraded')).toBeNull();
    expect(headers.get('arbiter-notice')).toBeNull();
  });
});

it('tells its health with the published keys', async () => {
  const reply = await send(`${standalone.retrieverUrl}/health`);
  expect([reply.status, reply.json()]).toEqual([
    200,
    { status: 'healthy', vector_db: 'connected', keyword_engine: 'connected' },
  ]);
});

it('does not log questions unless it is told to', async () => {
  const query = 'What are the benefits of hybrid search to a lamplighter?';
  await found({ query });
  const output = await standalone.output();
  expect(output).toContain('"ready"');
  expect(output).not.toContain(query);
});
