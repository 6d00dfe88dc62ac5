import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClassifyRun } from './classify.command.js';
import { runArbiter } from '../../test/run-arbiter.js';

const questions = [
  { id: 'q1', question: 'Who keeps the light?', type: 'simple_lookup', subject: 'light' },
  { id: 'q2', question: 'Which is older, the bell or the lens?', type: 'comparative' },
  { id: 'q3', question: 'How do I trim the lamp?', type: 'procedural' },
  { id: 'q4', question: 'Thanks!', type: 'conversational' },
];

describe('arbiter eval classify', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await writeFile(join(folder, 'questions.jsonl'), questions.map((one) => JSON.stringify(one)).join('\n'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Takes everything for a lookup but what compares; a model that did not answer left that to rules. */
  const scripts = {
    'planner.classify': ({ query }: { query: string }) =>
      Promise.resolve(
        query.includes(' or ')
          ? {
              queryType: 'comparative',
              confidence: 0.75,
              reasons: ['two sides'],
              by: 'rules',
              degraded: 'model-timed-out',
            }
          : { queryType: 'simple_lookup', confidence: 0.5, reasons: [], by: 'model' },
      ),
  };
  const run = (...words: string[]) =>
    runArbiter(['eval', 'classify', '--file', 'questions.jsonl', ...words], { scripts, cwd: folder });

  it('compares what the planner says with the labels', async () => {
    const { exitCode, stdout, opened } = await run('--json');
    expect(exitCode).toBe(0);
    const { dataset, n, metrics, ci95, confusion, decidedBy, degraded } = JSON.parse(stdout) as ClassifyRun;
    expect({ dataset, n, decidedBy, degraded }).toEqual({
      dataset: 'questions.jsonl',
      n: 4,
      decidedBy: { rules: 1, model: 3 },
      degraded: 1,
    });
    // One lookup of three that were said, and the comparison.
    expect(metrics).toMatchObject({ accuracy: 0.5, macroF1: (0.5 + 1 + 0 + 0) / 4 });
    expect(ci95.accuracy![0]).toBeLessThan(0.5);
    expect(confusion.procedural).toEqual({ simple_lookup: 1, procedural: 0, comparative: 0, conversational: 0 });
    expect(opened[0]?.env.ARBITER_DATA_DIR).toBe('.arbiter/eval/validation');
  });

  it('writes what was said of each question, and why', async () => {
    await run('--out', 'out.jsonl');
    const lines = (await readFile(join(folder, 'out.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)[1]).toMatchObject({
      id: 'q2',
      actual: 'comparative',
      predicted: 'comparative',
      reasons: ['two sides'],
      degraded: 'model-timed-out',
    });
  });

  it('shows the confusion table to people', async () => {
    const { stdout } = await run();
    expect(stdout).toMatch(/^accuracy +0\.500 \[/m);
    expect(stdout).toMatch(/^procedural +1 +0 +0 +0$/m);
  });

  it.each([
    ['{"id": "x", "question": "y"}', 'questions.jsonl:1: type'],
    [`${JSON.stringify(questions[0])}\n{"id":`, 'questions.jsonl:2: not JSON.'],
    ['', 'questions.jsonl holds no questions'],
  ])('refuses %p before it opens anything', async (content, sentence) => {
    await writeFile(join(folder, 'questions.jsonl'), content);
    const { exitCode, stderr, opened } = await run();
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });

  it('names the question that failed', async () => {
    const failing = {
      'planner.classify': ({ query }: { query: string }) =>
        query.includes('bell')
          ? Promise.reject(new ArbiterError('UNAVAILABLE', 'gone'))
          : scripts['planner.classify']({ query }),
    };
    const { exitCode, stderr } = await runArbiter(['eval', 'classify', '--file', 'questions.jsonl'], {
      scripts: failing,
      cwd: folder,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Question q2: gone');
  });

  it('is of the configuration at hand, not of a server', async () => {
    expect(await run('--server', 'http://127.0.0.1:1')).toMatchObject({ exitCode: 2, opened: [] });
  });
});
