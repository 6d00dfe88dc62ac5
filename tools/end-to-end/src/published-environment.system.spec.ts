import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, search, send } from './http-calls.js';
import { Processes } from './processes.js';
import { RESEARCH_NOTES } from './research-notes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const QUERY = 'What are the benefits of hybrid search?';

const processes = new Processes();
const folders = new TemporaryFolders();
let standalone: RunningStandalone;

beforeAll(async () => {
  standalone = await startStandaloneProcess(processes, {
    dataDir: await folders.create(),
    env: {
      ...NO_READER,
      RETRIEVER_DEFAULT_METHOD: 'keyword',
      RETRIEVER_DEFAULT_LIMIT: '2',
      RETRIEVER_MIN_RELEVANCE: '0',
      ENABLE_SYNTHESIS: 'false',
      LOG_QUERIES: 'true',
    },
  });
  const job = await ingest(standalone.url, 'research', RESEARCH_NOTES);
  expect(job).toMatchObject({ state: 'succeeded', counts: { added: RESEARCH_NOTES.length } });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

it('the published environment decides what a request leaves open', async () => {
  const url = standalone.retrieverUrl;
  const open = await search(url, { query: QUERY });
  expect(open).toMatchObject({ method_used: 'keyword', total_results: 2, synthesis: null });
  // Without a synthesis there are no markers: the sources stand in the order of the results.
  expect(open.citations).toEqual([...new Set(open.results.map(({ source }) => source))]);
  const hybrid = { query: QUERY, method: 'hybrid', limit: 6 };
  const all = await search(url, hybrid);
  expect(all.results.at(-1)?.relevance_score).toBeLessThan(0.5);
  expect(all.total_results).toBe(6);
  const { headers } = await send(`${url}/search`, { json: hybrid });
  expect(headers.get('arbiter-mode')).toContain('rerank=no-reranker');
  // What a request does say goes before it.
  const asked = await search(url, { ...hybrid, min_relevance_score: 0.5, include_synthesis: true });
  expect(asked.synthesis).toContain('[1]');
  expect(asked.results.at(-1)?.relevance_score).toBeGreaterThanOrEqual(0.5);
  expect(`${standalone.process.stdout()}${standalone.process.stderr()}`).toContain(QUERY);
});
