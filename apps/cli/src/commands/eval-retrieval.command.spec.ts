import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationInput, search, SearchRequest, SearchResponse, submitJob } from '@arbiter/contracts';
import type { Script, ScriptedCall } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MeasuredRetrieval } from '../evaluation/measure-retrieval.js';
import { job, writeBeirFolder, type BeirFiles } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

/** Chunks that each query finds, by corpus id and score, best first. */
type Found = Readonly<Record<string, readonly (readonly [string, number])[]>>;

const files: BeirFiles = {
  corpus: [
    { _id: 'd1', title: 'The light', text: 'Ada keeps the light.' },
    { _id: 'd2', text: 'Oil is drawn from whales.' },
    { _id: 'q2', title: 'Only a title' },
  ],
  queries: [
    { _id: 'q1', text: 'who keeps the light' },
    { _id: 'q2', text: 'where is oil from' },
    { _id: 'q3', text: 'nobody judged this' },
  ],
  judgements: [
    ['q1', 'd1', 1],
    ['q2', 'd2', 1],
    ['q2', 'gone', 1],
  ],
};

const found: Found = {
  'who keeps the light': [
    ['d2', 0.9],
    ['d1', 0.8],
    ['d1', 0.9],
  ],
  // The query is a passage too, and finds itself.
  'where is oil from': [
    ['q2', 1],
    ['d2', 0.7],
  ],
};

const searched = (request: SearchRequest): SearchResponse => {
  const results = (found[request.query] ?? []).map(([corpus_id, relevance_score], index) => ({
    content: 'Text.',
    source: `${corpus_id}.txt`,
    relevance_score,
    rank: index + 1,
    metadata: {
      corpus_id,
      chunk_id: `${corpus_id}:${index}`,
      document_id: `hash of ${corpus_id}`,
      collection: 'corpus',
      start: 0,
      end: 5,
      title: '',
      section: [],
      page: null,
    },
  }));
  const { query, method } = request;
  return {
    results,
    query,
    method_used: method ?? 'hybrid',
    total_results: results.length,
    synthesis: null,
    citations: [],
  };
};

const setting = (name: string, value: string, ...arms: string[]) => ({ name, value, origin: 'default' as const, arms });
const configuration = {
  file: null,
  variables: [
    setting('RETRIEVER_DEFAULT_METHOD', 'hybrid', 'retriever'),
    setting('RERANKER_MODEL', 'cross-encoder/tiny', 'retriever'),
    setting('ARBITER_DATA_DIR', '/somewhere', 'planner', 'retriever'),
  ],
};

describe('arbiter eval retrieval', () => {
  let folder: string;
  let scripts: Record<string, Script>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await writeBeirFolder(folder, files);
    scripts = {
      'ingestion.submit': { output: job({ state: 'queued', finishedAt: null }) },
      'ingestion.watch': { output: job({ counts: { added: 3 } }) },
      'retriever.list-collections': { output: { collections: [] } },
      'retriever.search': (request: SearchRequest) => Promise.resolve(searched(request)),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) =>
    runArbiter(['eval', 'retrieval', '--dataset', folder, ...words], { scripts, configuration });
  const runOf = (stdout: string) =>
    JSON.parse(stdout) as MeasuredRetrieval['figures'] & { config: { retriever: Record<string, string | null> } };
  const searches = (calls: readonly ScriptedCall[]) =>
    calls
      .filter(({ operation }) => operation === 'retriever.search')
      .map(({ input }) => input as OperationInput<typeof search>)
      .filter(({ query }) => query !== 'warm up');
  const submitted = (calls: readonly ScriptedCall[]) =>
    calls
      .filter(({ operation }) => operation === 'ingestion.submit')
      .map(({ input }) => input as OperationInput<typeof submitJob>);

  it('measures documents by their best chunk, equal scores by id, without the query itself', async () => {
    const { exitCode, stdout } = await run('--json');
    expect(exitCode).toBe(0);
    const { n, metrics, ci95, latencyMs, counts, significance } = runOf(stdout);
    expect({ n, latencyMs: latencyMs.p95 }).toEqual({ n: 2, latencyMs: 0 });
    // q1: d1 and d2 both .9, d1 first. q2: d2 first, of two that are relevant.
    expect(metrics.default).toEqual({
      'ndcg@10': expect.closeTo((1 + 1 / (1 + 1 / Math.log2(3))) / 2, 12),
      'mrr@10': 1,
      'recall@10': 0.75,
      'recall@100': 0.75,
      map: 0.75,
      'precision@5': 0.2,
      'precision@10': 0.1,
    });
    expect(ci95.default?.['recall@10']).toEqual([0.5, 1]);
    expect(counts).toMatchObject({ passages: 3, judgedPassages: 3, judgedPassagesMissing: 1, queriesUnjudged: 1 });
    expect(significance).toContainEqual({ metric: 'ndcg@10', a: 'keyword', b: 'vector', difference: 0, pValue: 1 });
  });

  it('searches for a query that is a passage among the others only, so that it neither takes a place nor is followed', async () => {
    const { calls } = await run('--json', '--methods', 'default');
    expect(searches(calls).map(({ query, filters }) => [query, filters])).toEqual([
      ['who keeps the light', {}],
      ['where is oil from', { corpus_id: { not: 'q2' } }],
    ]);
  });

  it('asks for all that the operation gives, and for no synthesis', async () => {
    const { calls } = await run('--json', '--methods', 'keyword');
    expect(searches(calls).find(({ method }) => method === 'keyword')).toMatchObject({
      query: 'who keeps the light',
      method: 'keyword',
      limit: 100,
      min_relevance_score: 0,
      max_per_document: 1,
      include_synthesis: false,
      filters: {},
    });
  });

  it('measures the default once, under each of its names', async () => {
    const { stdout, calls } = await run('--json', '--methods', 'hybrid+rerank,hybrid');
    const { metrics, latencyMs, significance, config } = runOf(stdout);
    expect(new Set(Object.keys(metrics))).toEqual(new Set(['default', 'hybrid+rerank', 'hybrid']));
    expect(Object.keys(latencyMs.methods)).toEqual(Object.keys(metrics));
    expect(significance.map(({ a, b }) => [a, b])).toEqual([['default', 'hybrid']]);
    expect(searches(calls).map(({ rerank }) => rerank)).toEqual([undefined, undefined, false, false]);
    expect(config.retriever).toMatchObject({ RETRIEVER_DEFAULT_METHOD: 'hybrid' });
  });

  it('measures a hybrid search once where no reranker is named', async () => {
    const variables = configuration.variables.filter(({ name }) => name !== 'RERANKER_MODEL');
    const words = ['eval', 'retrieval', '--dataset', folder, '--json', '--methods', 'hybrid+rerank,hybrid'];
    const { stdout, calls } = await runArbiter(words, { scripts, configuration: { ...configuration, variables } });
    const { metrics } = runOf(stdout);
    expect(new Set(Object.keys(metrics))).toEqual(new Set(['default', 'hybrid+rerank', 'hybrid']));
    expect(searches(calls)).toHaveLength(2);
  });

  it('ingests title, text and id of each passage', async () => {
    const { calls } = await run('--json');
    expect(submitted(calls)).toEqual([
      {
        collection: 'corpus',
        tenant: 'default',
        sources: [
          ['d1', 'The light', 'Ada keeps the light.'],
          ['d2', '', 'Oil is drawn from whales.'],
          ['q2', 'Only a title', 'Only a title'],
        ].map(([id, title, content]) => ({
          kind: 'inline',
          name: `${id}.txt`,
          title,
          content,
          metadata: { corpus_id: id },
        })),
      },
    ]);
  });

  it('cuts a large corpus into jobs', async () => {
    const corpus = Array.from({ length: 1_201 }, (_, n) => ({ _id: `d${n}`, text: 'x' }));
    await writeBeirFolder(folder, { ...files, corpus });
    const { calls } = await run('--json');
    expect(submitted(calls).map(({ sources }) => sources.length)).toEqual([500, 500, 201]);
  });

  it('ranks only candidates where the set names them', async () => {
    await writeBeirFolder(folder, {
      ...files,
      candidates: [
        ['q1', 'd1'],
        ['q1', 'q1'],
        ['q1', 'd2'],
        ['q2', 'q2'],
      ],
    });
    const { calls, stdout } = await run('--json', '--methods', 'default');
    // Without itself, q2 has nothing to be searched in.
    expect(searches(calls).map(({ filters }) => filters)).toEqual([{ corpus_id: ['d1', 'd2'] }]);
    expect(runOf(stdout).metrics.default?.['mrr@10']).toBe(0.5);
  });

  it('writes one line per method and query', async () => {
    const out = join(folder, 'queries.out.jsonl');
    await run('--out', out, '--methods', 'keyword', '--limit-queries', '1');
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        method: 'default',
        id: 'q1',
        ranking: [
          { id: 'd1', score: 0.9 },
          { id: 'd2', score: 0.9 },
        ],
        chunks: 3,
      },
      { method: 'keyword', id: 'q1', figures: { 'ndcg@10': 1 } },
    ]);
  });

  it('uses one store for the same corpus, another for another', async () => {
    const storeOf = async () => (await run('--json')).opened.map(({ env }) => env.ARBITER_DATA_DIR);
    const [store, ...others] = await storeOf();
    expect(store).toMatch(/^\.arbiter\/eval\/arbiter-eval-\w+-[0-9a-f]{16}$/);
    expect(new Set(others)).toEqual(new Set([store]));
    await appendFile(join(folder, 'queries.jsonl'), '{"_id": "q9", "text": "more"}\n');
    expect((await storeOf())[0]).toBe(store);
    await appendFile(join(folder, 'corpus.jsonl'), '{"_id": "d9", "text": "more"}\n');
    expect((await storeOf())[0]).not.toBe(store);
  });

  it('makes a store anew that an older version built, once', async () => {
    let watched = 0;
    scripts['ingestion.watch'] = () =>
      Promise.resolve(job(watched++ === 0 ? { state: 'failed', error: 'Other model.' } : { counts: { added: 3 } }));
    scripts['ingestion.drop-collection'] = { output: { collection: 'corpus', documents: 1, chunks: 1 } };
    const { exitCode, calls } = await run('--json');
    expect(exitCode).toBe(0);
    expect(submitted(calls)).toHaveLength(2);
    scripts['ingestion.watch'] = { output: job({ state: 'failed', error: 'Other model.' }) };
    expect(await run()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Other model.') });
  });

  it('says when an index did not answer', async () => {
    scripts['retriever.search'] = (request: SearchRequest) =>
      Promise.resolve({ ...searched(request), degraded: ['vector'] });
    const { stdout, stderr } = await run('--json', '--methods', 'default');
    expect(runOf(stdout).depth.default).toMatchObject({ degradedQueries: 2 });
    expect(stderr).toContain('default: an index did not answer 2 of the queries.');
  });

  it('shows methods side by side', async () => {
    const { stdout } = await run('--methods', 'keyword');
    expect(stdout).toMatch(/^keyword +0\.8066 +1\.0000 +0\.7500/m);
    expect(stdout).toMatch(/^default − keyword +\+0\.0000 +1\.000$/m);
  });

  it("takes a domain pack's questions for queries, and the documents of their evidence for relevant", async () => {
    const pack = join(folder, 'pack');
    await mkdir(join(pack, 'eval'), { recursive: true });
    await mkdir(join(pack, 'documents/places'), { recursive: true });
    await writeFile(join(pack, 'config.json'), JSON.stringify({ domain: 'coast', version: '1' }));
    await writeFile(join(pack, 'documents/places/light.md'), '# The light');
    const evidence = [{ document: 'documents/places/light.md', quote: 'x' }];
    const asked = { type: 'simple_lookup', answerable: true, answers: ['Ada'] };
    const questions = [
      { ...asked, id: 'lc-1', part: 'train', question: 'Who keeps the light?', evidence },
      { ...asked, id: 'lc-2', part: 'train', question: 'Who built it?', answerable: false },
      { ...asked, id: 'lc-3', part: 'test', question: 'Who lit it?', evidence },
    ];
    await writeFile(join(pack, 'eval/questions.jsonl'), questions.map((one) => JSON.stringify(one)).join('\n'));
    scripts['orchestrator.ingest-domain'] = { output: { jobs: [job({ counts: { added: 2 } })] } };
    scripts['ingestion.list'] = { output: { jobs: [], next: null } };
    scripts['ingestion.watch'] = { output: job({ counts: { added: 2 } }) };
    const light = 'places/light.md';
    scripts['retriever.search'] = (request: SearchRequest) => {
      const response = searched({ ...request, query: 'who keeps the light' });
      const results = response.results.map((result, n) => ({ ...result, source: n === 0 ? 'places/inn.md' : light }));
      return Promise.resolve({ ...response, results });
    };
    const words = ['eval', 'retrieval', '--domain', pack, '--split', 'train', '--json'];
    const { exitCode, stdout, calls, opened } = await runArbiter(words, { scripts });
    expect(exitCode).toBe(0);
    const { n, metrics, counts } = runOf(stdout);
    // Both documents score .9: "documents/places/light.md" stands before "places/inn.md", which is no file of the pack.
    expect({ n, mrr: metrics.default?.['mrr@10'] }).toEqual({ n: 1, mrr: 1 });
    expect(counts).toMatchObject({ documents: 2, judgedDocuments: 1, judgedDocumentsMissing: 0, queriesUnjudged: 1 });
    expect(new Set(searches(calls).map(({ query }) => query))).toEqual(new Set(['Who keeps the light?']));
    expect(opened[0]?.domainsDirectories).toEqual([pack]);
  });

  it('asks what to measure on', async () => {
    expect(await runArbiter(['eval', 'retrieval'], { scripts })).toMatchObject({ exitCode: 2, opened: [] });
  });

  it.each([
    ['an unknown method', 'There is no method "bm25"', ['--methods', 'bm25'], () => Promise.resolve()],
    ['a split that is not there', 'qrels/dev.tsv', ['--split', 'dev'], () => Promise.resolve()],
    ['a limit of 0', 'whole number', ['--limit-queries', '0'], () => Promise.resolve()],
    [
      'a query that is none',
      'queries.jsonl:4: _id',
      [],
      () => appendFile(join(folder, 'queries.jsonl'), '{"text": "x"}\n'),
    ],
    ['a broken judgement', 'qrels/test.tsv:5: ', [], () => appendFile(join(folder, 'qrels/test.tsv'), 'q1\td1\n')],
    ['a split that judges nothing', 'judges no query', [], () => writeFile(join(folder, 'qrels/test.tsv'), '')],
  ])('refuses %s before it opens a store', async (_what, sentence, words, spoil) => {
    await spoil();
    const { exitCode, stderr, opened } = await run(...words);
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });

  it('names file and line of a broken passage, and the query that failed', async () => {
    scripts['retriever.search'] = (request: SearchRequest) =>
      request.query === 'where is oil from'
        ? Promise.reject(new TypeError('broken'))
        : Promise.resolve(searched(request));
    expect((await run()).stderr).toContain('Query q2: ');
    await appendFile(join(folder, 'corpus.jsonl'), '{"_id": ');
    expect(await run()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('corpus.jsonl:4: not JSON') });
  });
});
