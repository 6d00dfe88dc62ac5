import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryRequest } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { answered, declined, job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

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
      'ingestion.list': { output: { jobs: [], next: null } },
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
      packs: [{ domain: 'coast', n: 3 }],
      config: { domains: ['coast'], part: 'all' },
    });
  });

  it('measures the confidence and the length of what is shown', async () => {
    const { stdout } = await run('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      // Two shown at .874, one of them right, both "Ada keeps the light".
      metrics: { shownRight: 0.5, confidenceEce: expect.closeTo(0.374), confidenceAuroc: 0.5, medianWords: 4 },
      questions: [
        { domain: 'coast', id: 'q1', outcome: 'correct', confidence: 0.874, words: 4, citationsOnEvidence: 1 },
        { id: 'q2', type: 'simple_lookup', answerable: false, outcome: 'declined', words: null },
        { id: 'q3', outcome: 'wrong' },
      ],
    });
  });

  it('judges what a lower threshold would have shown by the best attempt', async () => {
    const attempt = { number: 1, change: null, passages: 1, recommendation: 'reject' as const, issues: [] };
    const kept = { ...attempt, answer: 'Ada does. [1]', confidence: 0.4, kept: true };
    const other = { ...attempt, number: 2, answer: 'Pim does. [1]', confidence: 0.3, kept: false };
    scripts['orchestrator.query'] = {
      output: { ...declined(), confidence: 0, attempts: 2, history: [other, kept] },
    };
    const { stdout } = await run('--json', '--part', 'train');
    const { metrics } = JSON.parse(stdout) as { metrics: { riskCoverage: unknown[] } };
    expect(metrics.riskCoverage).toContainEqual({ threshold: 0.4, shown: 1, right: 0.5 });
    expect(metrics.riskCoverage).toContainEqual({ threshold: 0.45, shown: 0, right: null });
  });

  it('shows from another confidence on when told so', async () => {
    const { opened } = await run('--threshold', '.05');
    expect(opened[0]?.env.VALIDATION_CONFIDENCE_THRESHOLD).toBe('0.05');
    expect(await run('--threshold', '1.5')).toMatchObject({ exitCode: 2, opened: [] });
  });

  it('adds up several packs, and gives the figures of each', async () => {
    const second = join(folder, 'second');
    await mkdir(join(second, 'eval'), { recursive: true });
    await writeFile(join(second, 'config.json'), JSON.stringify({ domain: 'fen', version: '1' }));
    await writeFile(join(second, 'eval/questions.jsonl'), JSON.stringify(questions[0]));
    const { stdout, opened } = await run('-d', second, '--json');
    expect(opened).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({
      n: 4,
      metrics: { correct: 2 / 3 },
      packs: [
        { domain: 'coast', n: 3, metrics: { correct: 0.5 } },
        { domain: 'fen', n: 1, metrics: { correct: 1 } },
      ],
    });
    expect((await run('-d', second)).stdout).toMatch(/^fen +1 +1\.000 +0\.000/m);
    expect(await run('-d', folder)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('asked twice') });
  });

  it('compares with an earlier run, question by question', async () => {
    const before = join(folder, 'before.json');
    await writeFile(before, (await run('--json')).stdout);
    scripts['orchestrator.query'] = { output: answered() };
    const { stdout } = await run('--against', before, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      comparison: {
        right: { n: 3, before: 2 / 3, after: 1 / 3, difference: -1 / 3, pValue: 1 },
        declined: { n: 1, before: 1, after: 0 },
        gained: [],
        lost: ['coast/q2'],
      },
    });
    expect((await run('--against', before)).stdout).toMatch(/^declined, of unanswerable +1 +1\.000 +0\.000 +-1\.000/m);
    await writeFile(before, '{}');
    expect(await run('--against', before)).toMatchObject({ exitCode: 2, opened: [] });
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
    expect(stdout).toMatch(/^type +n +right +wrong +declined +rightly declined +right of shown +ECE +AUROC /m);
    expect(stdout).toMatch(/^simple_lookup +2 +1\.000 +0\.000 +0\.000 +1\.000 +1\.000 +0\.126 +– +1\.000 +4\.0$/m);
    expect(stdout).toMatch(/^procedural +1 +0\.000 +1\.000 /m);
    expect(stdout).toMatch(/^0\.85 +0\.667 +0\.500$/m);
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
