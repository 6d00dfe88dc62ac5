import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchResponse } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { ingest, send, type HttpReply } from './http-calls.js';
import { Processes } from './processes.js';
import { RESEARCH_NOTES } from './research-notes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const PUBLISHED_KEYS = ['results', 'query', 'method_used', 'total_results', 'synthesis', 'citations'];
const RESULT_KEYS = ['content', 'source', 'relevance_score', 'rank', 'metadata'];

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;

async function startWith(env: Readonly<Record<string, string>>): Promise<RunningStandalone> {
  const started = await startStandaloneProcess(processes, {
    dataDir: await folders.create(),
    env: { ...NO_READER, ...env },
  });
  const job = await ingest(started.url, 'research', RESEARCH_NOTES);
  expect(job).toMatchObject({ state: 'succeeded', counts: { added: RESEARCH_NOTES.length } });
  return started;
}

function post(json: unknown, { retrieverUrl } = standalone): Promise<HttpReply> {
  return send(`${retrieverUrl}/search`, { json });
}

async function found(json: object, at = standalone): Promise<SearchResponse> {
  const reply = await post(json, at);
  expect(reply.status).toBe(200);
  return reply.json() as SearchResponse;
}

beforeAll(async () => {
  standalone = await startWith({});
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

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

describe('the published environment', () => {
  const QUERY = 'What are the benefits of hybrid search?';

  it('does not log questions unless it is told to', () => {
    expect(standalone.process.stderr()).not.toContain(QUERY);
    expect(standalone.process.stdout()).not.toContain(QUERY);
  });

  it('decides what a request leaves open', async () => {
    const told = await startWith({
      RETRIEVER_DEFAULT_METHOD: 'keyword',
      RETRIEVER_DEFAULT_LIMIT: '2',
      RETRIEVER_MIN_RELEVANCE: '0',
      ENABLE_SYNTHESIS: 'false',
      ENABLE_RERANKING: 'false',
      LOG_QUERIES: 'true',
    });
    const open = await found({ query: QUERY }, told);
    expect(open).toMatchObject({ method_used: 'keyword', total_results: 2, synthesis: null });
    // Without a synthesis there are no markers: the sources stand in the order of the results.
    expect(open.citations).toEqual([...new Set(open.results.map(({ source }) => source))]);
    const hybrid = { query: QUERY, method: 'hybrid', limit: 6 };
    const all = await found(hybrid, told);
    expect(all.results.at(-1)?.relevance_score).toBeLessThan(0.5);
    expect(all.total_results).toBe(6);
    expect((await post(hybrid, told)).headers.get('arbiter-mode')).toContain('rerank=not-wanted');
    // What a request does say goes before it.
    const asked = await found({ ...hybrid, min_relevance_score: 0.5, include_synthesis: true }, told);
    expect(asked.synthesis).toContain('[1]');
    expect(asked.results.at(-1)?.relevance_score).toBeGreaterThanOrEqual(0.5);
    expect(`${told.process.stdout()}${told.process.stderr()}`).toContain(QUERY);
  });
});
