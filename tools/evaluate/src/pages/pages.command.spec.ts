import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { job } from '@arbiter/cli/testing';
import {
  PIECE_BYTES,
  type DocumentDescription,
  type FoundPage,
  type OperationInput,
  type OperationOutput,
  type searchPages,
  type SearchRequest,
  type SearchResult,
  type submitJob,
} from '@arbiter/contracts';
import type { Script, ScriptedCall } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';
import type { PagesRun } from './pages.command.js';

const QUERIES = [
  { _id: 'q1', text: 'Where is the valve?', type: 'diagram', page_type: 'printed' },
  { _id: 'q2', text: 'What does the pump cost?', type: 'table', page_type: 'printed' },
  { _id: 3, text: 'Who made it?' },
];
const JUDGEMENTS = ['q1\tpump#3\t1', 'q1\tpump#2\t1', 'q2\tprices#1\t1', '3\tpump#1\t1'];

/** Pages of a hundred characters each; the fourth of the pump has no text. */
const DOCUMENTS = [
  { id: 'd1', name: 'pump', starts: [0, 100, 200, 300], length: 300 },
  { id: 'd2', name: 'prices', starts: [0], length: 100 },
].map(({ id, name, starts, length }): DocumentDescription => ({
  id,
  collection: 'corpus',
  title: name,
  source: `${name}.pdf`,
  mediaType: 'application/pdf',
  contentHash: id,
  length,
  chunks: 1,
  metadata: { corpus_pdf: name },
  updatedAt: '2026-01-01T00:00:00.000Z',
  sections: [],
  pages: starts.map((start, index) => ({ number: index + 1, start })),
}));

const passage = (document_id: string, start: number, end: number, relevance_score: number): SearchResult => ({
  content: 'Text.',
  source: document_id,
  relevance_score,
  rank: 1,
  metadata: {
    chunk_id: `${document_id}:${start}`,
    document_id,
    collection: 'corpus',
    start,
    end,
    title: '',
    section: [],
    page: null,
  },
});

/** By question, best first. */
const FOUND: Readonly<Record<string, readonly SearchResult[]>> = {
  'Where is the valve?': [
    passage('d1', 80, 190, 0.9),
    passage('d1', 0, 150, 0.8),
    passage('d2', 0, 50, 0.8),
    passage('d1', 210, 250, 0.7),
  ],
  'What does the pump cost?': [passage('d2', 0, 50, 0.9)],
};

const foundPage = (documentId: string, page: number, over: Partial<FoundPage>): FoundPage => ({
  ...{ collection: 'corpus', documentId, title: '', source: documentId, page, score: 0.5, foundBy: ['text'] },
  ...{ start: 0, end: 0, words: '', passages: [], ...over },
});

/** The words put the first page of the pump first, its picture the third. */
const SEEN: OperationOutput<typeof searchPages> = {
  pages: [
    foundPage('d1', 1, { score: 0.9, pictureScore: 0.3, foundBy: ['text', 'picture'] }),
    foundPage('d9', 1, { score: 0.8, pictureScore: 0.8, foundBy: ['picture'] }),
    foundPage('d2', 1, { score: 0.7 }),
    foundPage('d1', 3, { score: 0.6, pictureScore: 0.6, foundBy: ['picture'] }),
  ],
  method: 'fused',
  degraded: [],
};

describe('arbiter eval pages', () => {
  let folder: string;
  let scripts: Record<string, Script>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await mkdir(join(folder, 'pdfs'));
    await mkdir(join(folder, 'qrels'));
    await writeFile(join(folder, 'pdfs/pump.pdf'), Buffer.alloc(PIECE_BYTES + 1, 'p'));
    await writeFile(join(folder, 'pdfs/prices.pdf'), '%PDF-');
    await writeQueries(QUERIES);
    await writeJudgements(JUDGEMENTS);
    scripts = {
      'ingestion.upload': { output: { uploads: [] } },
      'ingestion.submit': { output: job({ state: 'queued', finishedAt: null }) },
      'ingestion.list': { output: { jobs: [], next: null } },
      'ingestion.watch': { output: job({ counts: { added: 2 } }) },
      'ingestion.list-documents': {
        output: { documents: DOCUMENTS.map(({ sections: _, pages: __, ...summary }) => summary), next: null },
      },
      'ingestion.get-document': ({ documentId }: { documentId: string }) =>
        Promise.resolve(DOCUMENTS.find(({ id }) => id === documentId)),
      'retriever.search-pages': { output: SEEN },
      'retriever.search': ({ query }: SearchRequest) => {
        const results = [...(FOUND[query] ?? [])];
        return Promise.resolve({
          results,
          query,
          method_used: 'hybrid',
          total_results: results.length,
          synthesis: null,
          citations: [],
          degraded: query === 'Who made it?' ? ['vector'] : [],
        });
      },
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeQueries = (lines: readonly object[]) =>
    writeFile(join(folder, 'queries.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const writeJudgements = (rows: readonly string[]) =>
    writeFile(join(folder, 'qrels/test.tsv'), `query-id\tcorpus-id\tscore\n${rows.join('\n')}\n`);
  const run = (...words: string[]) =>
    runArbiter(['eval', 'pages', '--dataset', folder, ...words], {
      scripts,
      configuration: { file: null, variables: [] },
    });
  const inputsOf = <T>(calls: readonly ScriptedCall[], operation: string): T[] =>
    calls.filter((call) => call.operation === operation).map(({ input }) => input as T);

  it('ranks pages by their best passage, in all and by kind of question', async () => {
    const { exitCode, stdout } = await run('--json', '--methods', 'text');
    expect(exitCode).toBe(0);
    const { command, n, metrics, ci95, latencyMs, significance, degraded, counts } = JSON.parse(stdout) as PagesRun;
    expect({ command, n, p50: latencyMs.p50, significance, degraded }).toEqual({
      command: 'eval pages',
      n: 3,
      p50: 0,
      significance: [],
      degraded: { text: 1 },
    });
    const { byType, byPageType, ...all } = metrics.text!;
    // q1: pages 2, 1, then the one of the prices, then 3; 2 and 3 are judged. q2: the first. 3: nothing.
    const valve = { 'recall@1': 0.5, 'recall@3': 0.5, 'recall@5': 1 };
    expect(byType).toEqual({
      diagram: { n: 1, ...valve, 'ndcg@5': expect.closeTo((1 + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3))) },
      table: { n: 1, 'recall@1': 1, 'recall@3': 1, 'recall@5': 1, 'ndcg@5': 1 },
    });
    expect(byPageType).toMatchObject({ printed: { n: 2, 'recall@1': 0.75, 'recall@5': 1 } });
    expect(all).toMatchObject({ 'recall@1': 0.5, 'recall@3': 0.5, 'recall@5': expect.closeTo(2 / 3) });
    expect(ci95.text!['recall@1']).toHaveLength(2);
    expect(counts).toMatchObject({
      documents: 2,
      unreadableDocuments: 0,
      pages: 5,
      pagesWithoutText: 1,
      judgedPages: 4,
      queriesWithoutText: 0,
    });
  });

  it('has no figures by kind where the questions say none', async () => {
    await writeQueries(QUERIES.map(({ _id, text }) => ({ _id, text, type: null })));
    const { stdout } = await run('--json');
    const { metrics } = JSON.parse(stdout) as PagesRun;
    expect(Object.keys(metrics.text!)).toEqual(['recall@1', 'recall@3', 'recall@5', 'ndcg@5']);
  });

  it('compares pages as they were found with those that were found by their pictures, and with the words', async () => {
    const out = join(folder, 'out.jsonl');
    await writeFile(join(folder, 'scope.tsv'), 'query-id\tpdf\nq1\tpump\n');
    const { stdout, calls } = await run('--json', '--methods', 'fused,visual,text', '--limit', '1', '--out', out);
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    const rankings = lines.map(
      (line) => JSON.parse(line) as { method: string; ranking: { id: string; score: number }[] },
    );
    expect(rankings.slice(1)).toMatchObject([
      {
        method: 'visual',
        ranking: [
          { id: 'pump#3', score: 0.6 },
          { id: 'pump#1', score: 0.3 },
        ],
      },
      { method: 'fused', ranking: [{ id: 'pump#1', score: 0.9 }, { id: 'prices#1' }, { id: 'pump#3' }] },
    ]);
    expect(inputsOf(calls, 'retriever.search-pages').at(-1)).toEqual({
      ...{ query: 'Where is the valve?', limit: 50, filters: { corpus_pdf: ['pump'] } },
    });
    const { config, significance } = JSON.parse(stdout) as PagesRun;
    expect(config).toMatchObject({ methods: { visual: { limit: 50 }, fused: { limit: 50 } } });
    expect(significance.map(({ a, b }) => `${a} ${b}`).slice(0, 3)).toEqual([
      'text visual',
      'text fused',
      'visual fused',
    ]);
  });

  it('asks the words and all together where no method is named', async () => {
    const { stdout } = await run('--json');
    expect(Object.keys((JSON.parse(stdout) as PagesRun).metrics)).toEqual(['text', 'fused']);
  });

  it.each<[string, 'page-embedder'[], number, string]>([
    ['none is set up', [], 2, 'The method "visual" needs a page embedder, and none is set up.'],
    ['it is away', ['page-embedder'], 1, 'The pictures of pages could not be searched'],
  ])('does not take words for pictures where of the page embedder %s', async (_, degraded, code, sentence) => {
    scripts['retriever.search-pages'] = { output: { ...SEEN, method: 'text', degraded } };
    const { exitCode, stderr } = await run('--methods', 'visual');
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: expect.stringContaining(sentence) });
  });

  it('uploads each PDF in pieces, and searches as users do', async () => {
    const { calls } = await run('--json');
    const pieces = inputsOf<{ index: number; end?: { name: string; bytes: number } }>(calls, 'ingestion.upload');
    expect(pieces.map(({ index, end }) => [index, end?.name, end?.bytes])).toEqual([
      [0, 'prices.pdf', 5],
      [0, undefined, undefined],
      [1, 'pump.pdf', PIECE_BYTES + 1],
    ]);
    const [submitted] = inputsOf<OperationInput<typeof submitJob>>(calls, 'ingestion.submit');
    expect(submitted?.sources).toMatchObject([
      { kind: 'upload', name: 'prices.pdf', metadata: { corpus_pdf: 'prices' } },
      { kind: 'upload', name: 'pump.pdf', metadata: { corpus_pdf: 'pump' } },
    ]);
    const [, first] = inputsOf<SearchRequest>(calls, 'retriever.search');
    expect(first).toMatchObject({ query: 'Where is the valve?', limit: 100, min_relevance_score: 0, filters: {} });
    expect(first).not.toHaveProperty('method');
  });

  it('searches only the PDFs that scope.tsv names, with or without their ending', async () => {
    await writeFile(join(folder, 'scope.tsv'), 'query-id\tpdf\nq1\tpump\nq2\tprices.pdf\n');
    const { calls } = await run('--json');
    const filters = inputsOf<SearchRequest>(calls, 'retriever.search').map((request) => request.filters);
    expect(filters).toEqual([{}, { corpus_pdf: ['pump'] }, { corpus_pdf: ['prices'] }, {}]);
  });

  it('goes on without a PDF that could not be read, though its pages are judged', async () => {
    await writeFile(join(folder, 'pdfs/broken.pdf'), 'nothing');
    await writeJudgements([...JUDGEMENTS, 'q2\tbroken#7\t1']);
    const { exitCode, stdout } = await run('--json');
    expect(exitCode).toBe(0);
    const { metrics, counts } = JSON.parse(stdout) as PagesRun;
    expect(counts).toMatchObject({ documents: 3, unreadableDocuments: 1 });
    expect(metrics.text!.byType?.table?.['recall@5']).toBe(0.5);
  });

  it('shows tables, and writes a line per question', async () => {
    const out = join(folder, 'out.jsonl');
    const { stdout } = await run('--limit', '1', '--methods', 'text', '--out', out);
    expect(stdout).toMatch(/^recall@1 +0\.500/m);
    expect(stdout).toMatch(/^diagram +text +1 +0\.5000 +0\.5000 +1\.0000/m);
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
      method: 'text',
      id: 'q1',
      type: 'diagram',
      relevant: ['pump#3', 'pump#2'],
      ranking: ['pump#2', 'pump#1', 'prices#1', 'pump#3'].map((id) => ({ id })),
    });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['an empty question', 'queries.jsonl:2: text', () => writeQueries([QUERIES[0]!, { _id: 'q2', text: ' ' }])],
    ['a broken line', 'queries.jsonl:1: not JSON', () => writeFile(join(folder, 'queries.jsonl'), '{')],
    ['a set without questions', 'There is no', () => rm(join(folder, 'queries.jsonl'))],
    ['a set without judgements', 'There is no', () => rm(join(folder, 'qrels'), { recursive: true })],
    [
      'a set without its folder of PDFs',
      'a set of pages is pdfs/',
      () => rm(join(folder, 'pdfs'), { recursive: true }),
    ],
    [
      'a folder without PDFs',
      'holds no PDF',
      () => Promise.all(['pump', 'prices'].map((name) => rm(join(folder, `pdfs/${name}.pdf`)))),
    ],
    ['a judged page without a number', '"pump" names no page', () => writeJudgements(['q1\tpump\t1'])],
    ['a judged page 0', '"pump#0" names no page', () => writeJudgements(['q1\tpump#0\t1'])],
    ['a judged PDF that is missing', 'query q1: there is no pdfs/fan.pdf', () => writeJudgements(['q1\tfan#1\t1'])],
    ['a judged page that the PDF does not have', 'there is no page pump#5', () => writeJudgements(['q1\tpump#5\t1'])],
    ['judgements of other questions', 'judges no query of', () => writeJudgements(['q9\tpump#1\t1'])],
    [
      'a scope that is missing',
      'scope.tsv:1: there is no pdfs/fan.pdf',
      () => writeFile(join(folder, 'scope.tsv'), 'q1\tfan\n'),
    ],
  ])('refuses %s', async (_what, sentence, spoil) => {
    await spoil();
    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });

  it('names the methods there are', async () => {
    const { exitCode, stderr } = await run('--methods', 'smell');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('There is no method "smell"; there is: text, visual, fused.');
  });
});
