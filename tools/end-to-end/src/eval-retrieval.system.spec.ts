import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { search } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { keeperOf, uniqueWord } from './notes-folder.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const PASSAGES = 18;
const QUERIES = 4;

/** Of a relevance score: less than a tenth of what lies between two methods. */
const ROUNDING = 0.005;

/** Three starts of the program on a busy machine: a guard against hangs, no measure. */
const EVALUATION_MS = 150_000;

interface QueryLine {
  readonly method: string;
  readonly id: string;
  readonly query: string;
  readonly ranking: readonly { readonly id: string; readonly score: number }[];
}

const processes = new Processes();
const folders = new TemporaryFolders();
let run: { readonly metrics: Record<string, Record<string, number>>; readonly config: { search: object } };
let lines: QueryLine[];
let standalone: RunningStandalone;

/** Passages of one and of several chunks, each about a lantern of its own. */
async function writeSet(folder: string): Promise<void> {
  const passages = Array.from({ length: PASSAGES }, (_, n) => {
    const sentence = `The ${uniqueWord(n)} lantern at jetty ${n + 1} is kept by ${keeperOf(n)}.`;
    const filler = `In year ${n} the harbour office weighed the cargo of jetty ${n + 1} and found it whole. `;
    return {
      _id: `p/${n}`,
      title: n % 3 === 0 ? '' : `Jetty ${n + 1}`,
      text: `${sentence} ${filler.repeat((n % 4) * 12)}`,
    };
  });
  const queries = Array.from({ length: QUERIES }, (_, n) => ({
    _id: `q${n}`,
    text: `Who keeps the ${uniqueWord(n * 5)} lantern of the harbour?`,
  }));
  const jsonLines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
  await mkdir(join(folder, 'qrels'));
  await writeFile(join(folder, 'corpus.jsonl'), jsonLines(passages));
  await writeFile(join(folder, 'queries.jsonl'), jsonLines(queries));
  const rows = queries.map(({ _id }, n) => `${_id}\tp/${n * 5}\t1\n`);
  await writeFile(join(folder, 'qrels/test.tsv'), `query-id\tcorpus-id\tscore\n${rows.join('')}`);
}

beforeAll(async () => {
  const folder = await folders.create();
  await writeSet(folder);
  const { code, stdout, stderr } = await WORKSPACE.arbiter(
    ['eval', 'retrieval', '--dataset', '.', '--out', 'out.jsonl', '--data-dir', 'data', '--json'],
    { cwd: folder, timeoutMs: EVALUATION_MS },
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  run = JSON.parse(stdout) as typeof run;
  const records = (await readFile(join(folder, 'out.jsonl'), 'utf8')).trimEnd().split('\n');
  lines = records.map((line) => JSON.parse(line) as QueryLine);
  const store = /^Reading .* into (.+)$/m.exec(stderr)?.[1] ?? '';
  standalone = await startStandaloneProcess(processes, { dataDir: store, env: NO_READER });
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

describe('arbiter eval retrieval', () => {
  it('finds each passage by its own word', () => {
    expect(run.metrics.keyword).toMatchObject({ 'mrr@10': 1, 'recall@10': 1 });
    expect(run.metrics.default).toMatchObject({ 'recall@10': 1 });
  });

  it.each([
    ['default', {}],
    ['keyword', { method: 'keyword' }],
    ['vector', { method: 'vector' }],
    ['hybrid', { method: 'hybrid', rerank: false }],
  ])('ranks by %s what POST /search gives, with the same scores', async (method, fields) => {
    const asked = lines.filter((line) => line.method === method);
    expect(asked).toHaveLength(QUERIES);
    for (const { query, ranking } of asked) {
      const { results } = await search(standalone.retrieverUrl, { query, ...fields, ...run.config.search });
      const scores = new Map<string, number>();
      for (const { relevance_score, metadata } of results) {
        const id = String(metadata.corpus_id);
        scores.set(id, Math.max(relevance_score, scores.get(id) ?? 0));
      }
      expect(ranking.length).toBeGreaterThan(0);
      expect(ranking.map(({ id }) => id).sort()).toEqual([...scores.keys()].sort());
      // Two processes may round differently: vectors from the disk and from memory are summed up in another order, and a
      // network in integers gives cosines that lie up to .003 from those of the original weights. The places of passages that
      // are equal up to these differ with them.
      for (const { id, score } of ranking)
        expect(Math.abs(score - (scores.get(id) ?? Number.NaN))).toBeLessThan(ROUNDING);
      const inOrder = ranking.map(({ id }) => scores.get(id) ?? Number.NaN);
      for (const [rank, score] of inOrder.slice(1).entries()) {
        expect(score).toBeLessThan((inOrder[rank] ?? Number.NaN) + ROUNDING);
      }
    }
  });
});
