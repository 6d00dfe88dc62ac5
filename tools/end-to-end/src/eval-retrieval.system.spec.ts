import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IS_SOAK, soakSample } from '@arbiter/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { search } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { keeperOf, uniqueWord } from './notes-folder.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** More than the ten that `recall@10` looks at, few enough to be embedded quickly. */
const PASSAGES = 12;
const QUERIES = 4;
/** From the passage of a query to that of the next: these have a title and none, and each number of chunks. */
const STRIDE = 3;

/** Of a relevance score: less than a tenth of what lies between two methods. */
const ROUNDING = 0.005;

/** Three starts of the program on a busy machine: a guard against hangs, no measure. */
const EVALUATION_MS = 150_000;

/** By name on the command line: what it adds to a search, and what it finds here at least. */
type Method = readonly [name: string, fields: object, found: Readonly<Record<string, number>>];

/** What users get is always measured. Of the others each opens the library anew, in the same way. */
const METHODS: readonly Method[] = [
  ['default', {}, { 'recall@10': 1 }],
  ...soakSample<Method>(
    'measured methods',
    [
      ['keyword', { method: 'keyword' }, { 'mrr@10': 1, 'recall@10': 1 }],
      ['vector', { method: 'vector' }, {}],
      ['hybrid', { method: 'hybrid', rerank: false }, {}],
    ],
    1,
  ),
];

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
      title: n % 2 === 0 ? '' : `Jetty ${n + 1}`,
      text: `${sentence} ${filler.repeat((n % 4) * 6)}`,
    };
  });
  const queries = Array.from({ length: QUERIES }, (_, n) => ({
    _id: `q${n}`,
    text: `Who keeps the ${uniqueWord(n * STRIDE)} lantern of the harbour?`,
  }));
  const jsonLines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
  await mkdir(join(folder, 'qrels'));
  await writeFile(join(folder, 'corpus.jsonl'), jsonLines(passages));
  await writeFile(join(folder, 'queries.jsonl'), jsonLines(queries));
  const rows = queries.map(({ _id }, n) => `${_id}\tp/${n * STRIDE}\t1\n`);
  await writeFile(join(folder, 'qrels/test.tsv'), `query-id\tcorpus-id\tscore\n${rows.join('')}`);
}

beforeAll(async () => {
  const folder = await folders.create();
  await writeSet(folder);
  // A search reads nothing with the reading model, and the command opens the library once for each method.
  const methods = IS_SOAK ? [] : ['--methods', METHODS.map(([name]) => name).join(',')];
  const { code, stdout, stderr } = await WORKSPACE.arbiter(
    ['eval', 'retrieval', '--dataset', '.', ...methods, '--out', 'out.jsonl', '--data-dir', 'data', '--json'],
    { cwd: folder, env: NO_READER, timeoutMs: EVALUATION_MS },
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
  it.each(METHODS)('finds each passage by its own word (%s)', (method, _fields, found) => {
    expect(run.metrics[method]).toMatchObject(found);
  });

  it.each(METHODS)('ranks by %s what POST /search gives, with the same scores', async (method, fields) => {
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
