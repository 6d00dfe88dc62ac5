import { appendFile, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryRequest } from '@arbiter/contracts';
import { answered, declined, job } from '../../test/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';
import type { Script } from '@arbiter/testing';

const evidence = [{ document: 'documents/places/light.md', quote: 'Ada keeps the light' }];
const questions = [
  {
    id: 'q1',
    part: 'train',
    question: 'Who keeps it?',
    type: 'simple_lookup',
    answerable: true,
    answers: ['Ada'],
    evidence,
  },
  { id: 'q2', part: 'train', question: 'Who built it?', type: 'simple_lookup', answerable: false },
  {
    id: 'q3',
    part: 'test',
    question: 'How is it lit?',
    type: 'procedural',
    answerable: true,
    answers: ['with oil'],
    evidence,
  },
];

describe('arbiter eval answers', () => {
  let folder: string;
  let scripts: Record<string, Script>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await mkdir(join(folder, 'eval'));
    await writeFile(join(folder, 'config.json'), JSON.stringify({ domain: 'coast', version: '1' }));
    await writeFile(join(folder, 'eval/questions.jsonl'), questions.map((one) => JSON.stringify(one)).join('\n'));
    const ended = job({ collection: 'coast', counts: { added: 1 } });
    scripts = {
      'orchestrator.ingest-domain': { output: { jobs: [ended] } },
      'ingestion.list': { output: { jobs: [] } },
      'ingestion.watch': { output: ended },
      'retriever.list-collections': { output: { collections: [] } },
      'orchestrator.query': ({ query }: QueryRequest) =>
        Promise.resolve(query === 'Who built it?' ? declined() : answered()),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) => runArbiter(['eval', 'answers', '-d', `${folder}/`, ...words], { scripts });

  it('asks each question of the pack and measures the answers', async () => {
    const { exitCode, stdout } = await run('--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      command: 'eval answers',
      n: 3,
      metrics: { correct: 0.5, wrong: 0.5, wronglyDeclined: 0, declined: 1, wronglyAnswered: 0, citationPrecision: 1 },
      ci95: { correct: [0, 1] },
      latencyMs: { p50: 21.7, p95: 21.7 },
      config: { domain: 'coast', part: 'all' },
    });
  });

  it('asks one part of a divided set', async () => {
    const { stdout, calls } = await run('--json', '--part', 'test');
    expect(JSON.parse(stdout)).toMatchObject({ n: 1, metrics: { correct: 0, declined: null } });
    expect(calls.filter(({ operation }) => operation === 'orchestrator.query')).toHaveLength(1);
  });

  it('asks questions of some types, and leaves others out', async () => {
    const asked = async (...words: string[]) => {
      const { calls } = await run('--json', ...words);
      return calls
        .filter(({ operation }) => operation === 'orchestrator.query')
        .map(({ input }) => (input as QueryRequest).query);
    };
    expect(await asked('--types', 'procedural, narrative')).toEqual(['How is it lit?']);
    expect(await asked('--without', 'procedural')).toEqual(['Who keeps it?', 'Who built it?']);
    const cascade = { ...questions[0], id: 'q4', question: 'And then?', cascade: true };
    await appendFile(join(folder, 'eval/questions.jsonl'), `\n${JSON.stringify(cascade)}`);
    expect(await asked('--types', 'cascade')).toEqual(['And then?']);
    expect(await asked('--types', 'simple_lookup', '--without', 'cascade')).toHaveLength(2);
  });

  it('builds a store of its own, named by the content of the pack', async () => {
    const first = await run();
    const store = first.opened[0]?.env.ARBITER_DATA_DIR;
    expect(store).toMatch(/^\.arbiter\/eval\/coast-[0-9a-f]{16}$/);
    expect(first.opened[0]?.domainsDirectories).toEqual([folder]);
    await writeFile(join(folder, 'more.md'), '# More');
    expect((await run()).opened[0]?.env.ARBITER_DATA_DIR).not.toBe(store);
  });

  it('shows the answers by type', async () => {
    const { stdout } = await run();
    expect(stdout).toMatch(/^correct +0\.500 +0\.000 – 1\.000$/m);
    expect(stdout).toMatch(/^simple_lookup +2 +1 +0 +0 +1 +0$/m);
    expect(stdout).toMatch(/^procedural +1 +0 +1 +0 +0 +0$/m);
  });

  it('writes one line per question', async () => {
    const out = join(folder, 'answers.jsonl');
    await run('--out', out);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string; verdict: string }).verdict)).toEqual([
      'correct',
      'declined',
      'wrong',
    ]);
  });

  it('makes a store anew that an older version built', async () => {
    let built = 0;
    scripts['ingestion.watch'] = () =>
      Promise.resolve(job(built++ === 0 ? { state: 'failed', error: 'Other model.' } : { counts: { added: 1 } }));
    scripts['orchestrator.list-domains'] = {
      output: { domains: [{ domain: 'coast', version: '1', description: '', collections: ['coast'] }] },
    };
    scripts['ingestion.drop-collection'] = { output: { collection: 'coast', documents: 1, chunks: 1 } };
    const { exitCode, calls } = await run('--json');
    expect(exitCode).toBe(0);
    expect(calls.map(({ operation }) => operation)).toContain('ingestion.drop-collection');
  });

  it.each<[string, string, () => Promise<void>, ...string[]]>([
    ['a pack without questions', 'There is no', async () => rm(join(folder, 'eval/questions.jsonl'))],
    [
      'a line that is no question',
      'questions.jsonl:1: ',
      async () => writeFile(join(folder, 'eval/questions.jsonl'), '{"id": 1}'),
    ],
    ['a type that there is not', 'There is no "riddle"', () => Promise.resolve(), '--types', 'riddle'],
    ['types that no question is of', 'has no such questions', () => Promise.resolve(), '--types', 'temporal'],
  ])('refuses %s', async (_what, sentence, spoil, ...words) => {
    await spoil();
    const { exitCode, stderr, opened } = await run(...words);
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr.toLowerCase()).toContain(sentence.toLowerCase());
  });
});
