import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered, declined, job, writeBeirFolder } from '@arbiter/cli/testing';
import type { Passage, QueryRequest, SearchRequest, SearchResult } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MultihopRun } from './multihop.command.js';
import { runArbiter } from '../../test/run-arbiter.js';

const TITLES = ['Bubye River', 'Victoria Falls', 'Limpopo'];
const FILES = {
  corpus: TITLES.map((title, n) => ({ _id: `d${n}`, title, text: `${title} lies in Zimbabwe.` })),
  queries: [
    { _id: 'q1', text: 'What is the waterfall in the country of the Bubye River?' },
    { _id: 'q2', text: 'Where does the Limpopo end?' },
  ],
  judgements: [
    ['q1', 'd0', 1],
    ['q1', 'd1', 1],
    ['q2', 'd2', 1],
  ] as const,
};

const result = (n: number): SearchResult => ({
  content: `${TITLES[n]} lies in Zimbabwe.`,
  source: `d${n}.txt`,
  relevance_score: 0.9 - n / 10,
  rank: 1,
  metadata: {
    corpus_id: `d${n}`,
    chunk_id: `d${n}:0`,
    document_id: `hash ${n}`,
    collection: 'corpus',
    start: 0,
    end: 9,
    title: TITLES[n]!,
    section: [],
    page: null,
  },
});
const passage = (n: number): Passage => ({
  chunkId: `d${n}:0`,
  documentId: `hash ${n}`,
  collection: 'corpus',
  text: `${TITLES[n]} lies in Zimbabwe.`,
  start: 0,
  end: 9,
  title: TITLES[n]!,
  source: `d${n}.txt`,
  section: [],
  page: null,
  metadata: { corpus_id: `d${n}` },
  score: 0.9,
});

describe('arbiter eval multihop', () => {
  let folder: string;
  let scripts: Record<string, Script>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await writeBeirFolder(folder, FILES);
    await writeFile(join(folder, 'answers.jsonl'), '{"_id": "q1", "answers": ["Victoria Falls"]}\n');
    scripts = {
      'ingestion.submit': { output: job({ state: 'queued', finishedAt: null }) },
      'ingestion.watch': { output: job({ counts: { added: 3 } }) },
      'retriever.search': ({ query, limit }: SearchRequest) =>
        Promise.resolve({
          results: query.startsWith('What') ? [result(0)] : [result(2)],
          query,
          method_used: 'hybrid',
          total_results: limit ?? 1,
          synthesis: null,
          citations: [],
        }),
      'orchestrator.query': ({ query, mode }: QueryRequest) =>
        Promise.resolve(
          mode === 'fast' || !query.startsWith('What')
            ? declined()
            : answered({ answer: 'Victoria Falls [1].', passages: [passage(1), passage(0)] }),
        ),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) =>
    runArbiter(['eval', 'multihop', '--dataset', folder, ...words], {
      scripts,
      configuration: { file: null, variables: [] },
    });

  it('compares one search with what the pipeline gathers and says', async () => {
    const { exitCode, stdout } = await run('--json', '--limit', '1');
    expect(exitCode).toBe(0);
    const { n, metrics, gain, ci95 } = JSON.parse(stdout) as MultihopRun;
    expect(n).toBe(1);
    expect(metrics).toEqual({
      single: { 'recall@5': 0.5, 'allSupporting@5': 0, answerInTop5: 0, answerContained: 0 },
      planned: { 'recall@5': 1, 'allSupporting@5': 1, answerInTop5: 1, answerContained: 1 },
    });
    expect(gain.metrics['recall@5']).toBe(0.5);
    expect(ci95.planned['recall@5']).toEqual([1, 1]);
  });

  it('leaves questions without accepted answers out of the figures of answers', async () => {
    const { stdout } = await run('--json');
    const { n, metrics } = JSON.parse(stdout) as MultihopRun;
    expect(n).toBe(2);
    expect(metrics.single).toMatchObject({ 'recall@5': 0.75, answerInTop5: 0 });
    expect(metrics.planned).toMatchObject({ 'recall@5': 0.5, answerContained: 1 });
  });

  it('asks for what users get: the defaults of the operations, and the passages', async () => {
    const { calls } = await run('--json', '--limit', '1');
    const asked = (operation: string) =>
      calls.filter((call) => call.operation === operation).map(({ input }) => input as Record<string, unknown>);
    expect(asked('retriever.search')).toEqual([
      expect.objectContaining({ limit: 5, min_relevance_score: 0, include_synthesis: false, max_per_document: 1 }),
    ]);
    expect(asked('retriever.search')[0]).not.toHaveProperty('method');
    expect(asked('orchestrator.query').slice(1)).toEqual([
      expect.objectContaining({ mode: 'fast', validate: true }),
      expect.objectContaining({ mode: 'standard', validate: true, includePassages: true }),
    ]);
  });

  it('shows both side by side, and writes a line per question', async () => {
    const out = join(folder, 'out.jsonl');
    const { stdout } = await run('--limit', '1', '--out', out);
    expect(stdout).toMatch(/^recall@5 +0\.500.+1\.000.+0\.500/m);
    const [line] = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(JSON.parse(line!)).toMatchObject({ id: 'q1', planned: { ranking: ['d1', 'd0'] }, single: { answer: null } });
  });

  it.each<[string, string, () => Promise<void>]>([
    ['a set without answers', 'There is no', async () => rm(join(folder, 'answers.jsonl'))],
    ['a broken line', 'answers.jsonl:1: ', async () => writeFile(join(folder, 'answers.jsonl'), '{"answers": []}')],
  ])('refuses %s', async (_what, sentence, spoil) => {
    await spoil();
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
