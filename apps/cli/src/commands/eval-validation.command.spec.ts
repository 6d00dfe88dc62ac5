import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValidateRequest } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LabelledRun } from './eval-validation.command.js';
import { validated } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const sources = [{ document: 'light.md', title: 'The Light', quote: 'Ada keeps the light.' }];
const answers = [
  { id: 'a1', kind: 'right', question: 'Who?', answer: 'Ada keeps the light.', accept: true, sources },
  { id: 'a2', kind: 'right', question: 'Who?', answer: 'The light is kept by Ada.', accept: true, sources },
  {
    id: 'a3',
    kind: 'one-wrong',
    question: 'Who?',
    answer: 'Pim keeps the light.',
    accept: false,
    unsupportedClaims: ['Pim keeps the light.'],
    sources,
  },
];

describe('arbiter eval validation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await writeFile(join(folder, 'answers.jsonl'), answers.map((answer) => JSON.stringify(answer)).join('\n'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Accepts what a source says word for word. */
  const scripts = {
    'validator.validate': (request: ValidateRequest) => {
      const stands = request.sources.some(({ content }) => content.includes(request.answer));
      return Promise.resolve(validated([{ text: request.answer, score: stands ? 1 : 0 }], request.sources));
    },
  };
  const run = (...words: string[]) =>
    runArbiter(['eval', 'validation', '--file', 'answers.jsonl', ...words], { scripts, cwd: folder });

  it('compares what is let through with the labels', async () => {
    const { exitCode, stdout } = await run('--json');
    expect(exitCode).toBe(0);
    const { n, metrics, ci95, confusion, kinds } = JSON.parse(stdout) as LabelledRun;
    expect({ n, confusion, kinds }).toEqual({
      n: 3,
      confusion: { shown: 1, wronglyRejected: 1, wronglyAccepted: 0, rejected: 1 },
      kinds: { right: { n: 2, right: 1 }, 'one-wrong': { n: 1, right: 1 } },
    });
    expect(metrics).toMatchObject({ accuracy: 2 / 3, claimsCaught: 1, claimsWronglyFlagged: 0.5 });
    expect(ci95.accuracy![1]).toBe(1);
  });

  it('asks the question of each answer, with its own sources', async () => {
    const { calls } = await run('--out', 'out.jsonl');
    expect(calls.at(-1)?.input).toMatchObject({
      query: 'Who?',
      answer: 'Pim keeps the light.',
      sources: [{ document: 'light.md', content: 'Ada keeps the light.', metadata: { title: 'The Light' } }],
    });
    const lines = (await readFile(join(folder, 'out.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { recommendation: string }).recommendation)).toEqual([
      'accept',
      'retry',
      'retry',
    ]);
  });

  it('shows the confusion to people', async () => {
    expect((await run()).stdout).toMatch(/^to show +1 +1$/m);
  });

  describe('with a pack', () => {
    beforeEach(async () => {
      await mkdir(join(folder, 'eval'));
      await mkdir(join(folder, 'documents'));
      const question = {
        id: 'q1',
        question: 'Who keeps the light?',
        type: 'simple_lookup',
        answerable: true,
        answers: ['Ada'],
        evidence: [{ document: 'documents/light.md', quote: 'Ada keeps the light' }],
      };
      await writeFile(join(folder, 'config.json'), JSON.stringify({ domain: 'coast', version: '1' }));
      await writeFile(join(folder, 'eval/questions.jsonl'), JSON.stringify(question));
      await writeFile(
        join(folder, 'documents/light.md'),
        '# The Light\n\nAda keeps the light. The light has burnt for two years now.\n',
      );
    });

    const ofPack = (...words: string[]) =>
      runArbiter(['eval', 'validation', '--from-pack', './', ...words], { scripts, cwd: folder });

    it('has the gold sentence of each question validated, and a sentence beside it', async () => {
      const { stdout } = await ofPack('--json');
      expect(JSON.parse(stdout)).toMatchObject({
        dataset: './',
        n: 2,
        // The scripted validator accepts whatever stands in a source.
        kinds: { 'gold-sentence': { n: 1, right: 1 }, 'sentence-beside': { n: 1, right: 0 } },
      });
      const { calls } = await ofPack('--file', 'answers.jsonl');
      expect(calls.filter(({ input }) => (input as ValidateRequest).query === 'Who keeps the light?')).toHaveLength(2);
      expect(calls.filter(({ input }) => (input as ValidateRequest).query === 'Who?')).toHaveLength(3);
    });

    it('writes them in the format that --file reads', async () => {
      expect(await ofPack('--write', 'gold.jsonl')).toMatchObject({ exitCode: 0, opened: [], stdout: '' });
      const { stdout } = await runArbiter(['eval', 'validation', '--file', 'gold.jsonl', '--json'], {
        scripts,
        cwd: folder,
      });
      expect(JSON.parse(stdout)).toMatchObject({ n: 2, confusion: { shown: 1, wronglyAccepted: 1 } });
    });
  });

  it('refuses to validate nothing', async () => {
    const { exitCode, stderr } = await runArbiter(['eval', 'validation'], { scripts, cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--from-pack');
  });

  it.each([
    ['{"id": "x", "question": "y", "answer": "z"}', 'answers.jsonl:1: accept'],
    ['', 'answers.jsonl holds no answers'],
  ])('refuses %p before it opens anything', async (content, sentence) => {
    await writeFile(join(folder, 'answers.jsonl'), content);
    const { exitCode, stderr, opened } = await run();
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });
});
