import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RankingWeights, type OperationInput, type previews, type RankedPreview } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

/** An entity that the ranking has found. */
const preview = (name: string, semantic: number, recency: number): RankedPreview => ({
  id: name.toLowerCase(),
  name,
  type: 'ward',
  aliases: [],
  status: null,
  availability: 'unknown',
  since: null,
  reason: null,
  definition: '',
  states: [],
  collection: 'lore',
  isNamed: false,
  relations: [],
  importance: 0.5,
  tokens: 10,
  expansionTokens: 20,
  score: semantic,
  isUsable: true,
  isOffered: true,
  signals: { semantic, centrality: 0.5, recency, status: 1, proximity: 0 },
});

const question = (index: number, more: object = {}) => ({
  id: `q${index}`,
  part: 'train',
  question: `Which ward is open on day ${index}?`,
  type: 'status',
  answerable: true,
  answers: ['Dunlin'],
  expectedEntities: ['Dunlin'],
  ...more,
});

describe('arbiter eval weights', () => {
  let folder: string;
  let scripts: Record<string, Script>;
  /** What the ranking finds: what is expected is told by its recency alone. */
  let found: RankedPreview[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await mkdir(join(folder, 'eval'));
    await writeFile(join(folder, 'config.json'), JSON.stringify({ domain: 'wards', version: '1' }));
    await writeQuestions(Array.from({ length: 10 }, (_, index) => question(index, { asOfSession: index })));
    found = [preview('Avocet', 1, 0), preview('Dunlin', 0.6, 1), preview('Curlew', 0.8, 0.1)];
    const ended = job({ collection: 'wards', counts: { added: 1 } });
    const summary = { domain: 'wards', version: '1', description: '', collections: ['wards'] };
    scripts = {
      'orchestrator.list-domains': { output: { domains: [summary] } },
      'orchestrator.ingest-domain': { output: { jobs: [ended] } },
      'ingestion.list': { output: { jobs: [], next: null } },
      'ingestion.watch': { output: ended },
      'ingestion.list-changes': { output: { changes: [], contradictions: [], next: null, lastId: 0 } },
      'retriever.list-collections': { output: { collections: [] } },
      'retriever.previews': ({ query }: OperationInput<typeof previews>) =>
        Promise.resolve({ query, entities: found, communities: [], isPresent: true, tokens: 30, withoutGraph: [] }),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeQuestions = (questions: readonly object[]): Promise<void> =>
    writeFile(join(folder, 'eval/questions.jsonl'), questions.map((one) => JSON.stringify(one)).join('\n'));
  const run = (...words: string[]) => runArbiter(['eval', 'weights', '-d', `${folder}/`, ...words], { scripts });

  it('finds weights that rank the expected entities first, and tells the gain on unseen questions', async () => {
    const { exitCode, stdout, calls } = await run('--json');
    expect(exitCode).toBe(0);
    const report = JSON.parse(stdout) as { weights: Record<string, number>; folds: unknown[] };
    expect(report).toMatchObject({
      command: 'eval weights',
      n: 10,
      metrics: {
        default: { 'precision@5': 0, mrr: expect.closeTo(1 / 3) },
        tuned: { 'precision@5': 1, mrr: 1 },
        difference: { 'precision@5': 1 },
      },
      ci95: { difference: { 'precision@5': [1, 1] } },
      config: { part: 'train', folds: 5, default: { semantic: 1, proximity: 0.4 } },
    });
    expect(report.folds).toHaveLength(5);
    expect(report.weights.recency).toBeGreaterThan(0.4);
    const asked = calls.filter(({ operation }) => operation === 'retriever.previews');
    expect(asked.map(({ input }) => (input as OperationInput<typeof previews>).asOfSession)).toEqual(
      Array.from({ length: 10 }, (_, index) => index),
    );
    expect(asked[0]?.input).toMatchObject({ explain: true, limit: 50 });
  });

  it('prints what a pack may be given', async () => {
    const { stdout } = await run();
    const [, json = ''] = /For config.json: (.*)$/m.exec(stdout) ?? [];
    const { retrieval } = JSON.parse(json) as { retrieval: { graph: { weights: unknown } } };
    expect(RankingWeights.safeParse(retrieval.graph.weights).success).toBe(true);
  });

  it('writes the signals of each question to a file', async () => {
    const out = join(folder, 'signals.jsonl');
    await run('--out', out);
    const [first = '', ...others] = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(others).toHaveLength(9);
    expect(JSON.parse(first)).toMatchObject({
      ...{ id: 'wards/q0', expected: 1 },
      entities: [{ isExpected: false, isUsable: true }, { isExpected: true, signals: { recency: 1 } }, {}],
    });
  });

  it('advises to keep the default where nothing is surely gained', async () => {
    found = [preview('Dunlin', 1, 0), preview('Avocet', 0.5, 0)];
    const { stdout } = await run();
    expect(stdout).toContain('keep it');
    expect(stdout).toMatch(/precision@5 \+0\.000 \[0\.000, 0\.000\]/);
  });

  it('leaves out other parts, and questions without expected entities', async () => {
    await writeQuestions([
      ...Array.from({ length: 6 }, (_, index) => question(index)),
      question(6, { part: 'test' }),
      question(7, { expectedEntities: [], unavailableEntities: ['Avocet'] }),
    ]);
    expect(JSON.parse((await run('--json', '--folds', '2')).stdout)).toMatchObject({ n: 6 });
    expect(JSON.parse((await run('--json', '--folds', '2', '--part', 'all')).stdout)).toMatchObject({ n: 7 });
  });

  it.each([
    ['more folds than questions', ['--folds', '11'], '10 questions'],
    ['one fold', ['--folds', '1'], 'at least 2'],
    ['a part without questions', ['--part', 'test'], '0 questions'],
    ['a server', ['--server', 'http://127.0.0.1:1'], '--server'],
  ])('refuses %s', async (_, words, message) => {
    const { exitCode, stderr } = await run(...words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
