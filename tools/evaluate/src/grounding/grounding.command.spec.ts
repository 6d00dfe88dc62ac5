import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validated } from '@arbiter/cli/testing';
import type { ValidateRequest, ValidationResult } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GroundingRun } from './grounding.command.js';
import { EvaluationRun } from '../report/read-runs.js';
import { runArbiter } from '../../test/run-arbiter.js';

const pair = (id: string, claim: string, supported: boolean, fields: object = {}) =>
  JSON.stringify({ id, claim, evidence: 'Ada keeps the light.', supported, ...fields });

/** One claim per sentence; its score is what its last word says in hundredths. */
const scored = ({ answer, sources }: ValidateRequest): ValidationResult => {
  const sentences = answer.split('. ').filter((sentence) => !sentence.endsWith('?'));
  return validated(
    sentences.map((text) => ({ text, score: Number(/(?<!\d)(\d+)\W*$/.exec(text)?.[1] ?? 100) / 100 })),
    sources,
  );
};

const pairs = [
  pair('p1', 'Ada keeps 90', true, { rationale: [1] }),
  pair('p2', 'Ada sleeps 70', false),
  // The least supported sentence decides.
  pair('p3', 'Ada keeps 99. Ada is old 20', false),
  pair('p4', 'Ada keeps it 65', true),
];

describe('arbiter eval grounding', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    file = join(folder, 'pairs.jsonl');
    await writeFile(file, pairs.join('\n'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const scripts = {
    'validator.validate': (request: ValidateRequest) => Promise.resolve(scored(request)),
  };
  const run = (...words: string[]) => runArbiter(['eval', 'grounding', ...words], { scripts, cwd: folder });
  /** What reports read of it is there. */
  const runOf = ({ stdout }: { stdout: string }) => {
    expect(EvaluationRun.safeParse(JSON.parse(stdout)).error).toBeUndefined();
    return JSON.parse(stdout) as GroundingRun;
  };

  it('measures the decisions of the shipped threshold, and their order', async () => {
    const done = await run('--file', 'pairs.jsonl', '--json');
    expect(done.exitCode).toBe(0);
    const { dataset, n, metrics, ci95, sets, calibrated } = runOf(done);
    expect({ dataset, n, calibrated }).toEqual({ dataset: 'pairs.jsonl', n: 4, calibrated: null });
    expect(metrics).toEqual({
      balancedAccuracy: 0.75,
      auroc: 0.75,
      f1: 0.8,
      ece: expect.closeTo((0.1 + 0.7 + 0.2 + 0.35) / 4, 12),
    });
    expect(ci95.auroc![0]).toBeLessThan(0.75);
    expect(sets[0]).toMatchObject({ n: 4, supported: 2, nothingToVerify: 0, metrics });
  });

  it('asks about one pair at a time: the claim as the answer, the evidence as its only source', async () => {
    const { calls, opened } = await run('--file', file);
    const requests = calls
      .map(({ input }) => input as ValidateRequest)
      .filter(({ answer }) => answer.startsWith('Ada'));
    expect(requests.map(({ answer }) => answer)).toEqual([
      'Ada keeps 90',
      'Ada sleeps 70',
      'Ada keeps 99. Ada is old 20',
      'Ada keeps it 65',
    ]);
    expect(requests[0]).toMatchObject({ sources: [{ content: 'Ada keeps the light.' }] });
    expect(requests[0]).not.toHaveProperty('threshold');
    expect(opened[0]?.env.ARBITER_DATA_DIR).toBe('.arbiter/eval/validation');
  });

  it('counts what holds nothing to verify, and evidence that is empty, as not supported', async () => {
    await writeFile(
      file,
      [pair('p1', 'Is it?', false), pair('p2', 'Ada keeps 90', true, { evidence: ' ' })].join('\n'),
    );
    const done = await run('--file', file, '--json');
    expect(runOf(done).sets[0]).toMatchObject({ nothingToVerify: 1, metrics: { balancedAccuracy: 1 } });
    expect(done.calls.at(-1)?.input).toMatchObject({ sources: [] });
  });

  it('takes the mean over sets, every set counting the same', async () => {
    await writeFile(join(folder, 'other.jsonl'), [pair('a', 'Ada 90', true), pair('b', 'Ada 10', false)].join('\n'));
    const done = await run('--file', 'pairs.jsonl', '--file', 'other.jsonl', '--json');
    const { n, metrics, sets } = runOf(done);
    expect({ n, metrics }).toMatchObject({ n: 6, metrics: { balancedAccuracy: 0.875, auroc: 0.875 } });
    expect(sets.map(({ dataset }) => dataset)).toEqual(['pairs.jsonl', 'other.jsonl']);
  });

  it('takes the same sample every time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => pair(`p${index}`, `Ada ${index + 40}`, index % 3 === 0));
    await writeFile(file, many.join('\n'));
    const ids = async (out: string) => {
      await run('--file', file, '--limit', '10', '--out', out);
      const lines = (await readFile(join(folder, out), 'utf8')).trimEnd().split('\n');
      return lines.map((line) => (JSON.parse(line) as { id: string }).id);
    };
    const first = await ids('a.jsonl');
    expect(first).toHaveLength(10);
    expect(first).not.toEqual(many.slice(0, 10).map((_, index) => `p${index}`));
    expect(await ids('b.jsonl')).toEqual(first);
  });

  it('tells apart what a calibration on some pairs gives on the others', async () => {
    const many = Array.from({ length: 60 }, (_, index) => pair(`p${index}`, `Ada ${index + 10}`, index >= 20));
    await writeFile(file, many.join('\n'));
    const { metrics, calibrated } = runOf(await run('--file', file, '--calibrate', '20', '--json'));
    // At .6 ten of the forty supported are let through; they begin at .3.
    expect(metrics.balancedAccuracy).toBe((10 / 40 + 1) / 2);
    expect(calibrated).toMatchObject({ labels: 20, draws: 20 });
    expect(calibrated!.balancedAccuracy!).toBeGreaterThan(0.8);
    expect((await run('--file', file, '--calibrate', '20')).stdout).toMatch(/calibrated on 20/);
  });

  it('shows the figures to people', async () => {
    const { stdout } = await run('--file', 'pairs.jsonl');
    expect(stdout).toMatch(/^pairs\.jsonl +4 +0\.750 \[/m);
  });

  it.each([
    ['a line that is not JSON', `${pairs[0]}\n{"id": `, 'pairs.jsonl:2: not JSON.'],
    ['a pair without a label', `${pairs[0]}\n\n{"id": "x", "claim": "y", "evidence": ""}`, 'pairs.jsonl:3: supported'],
    ['a file without pairs', '\n', 'pairs.jsonl holds no pairs'],
  ])('refuses %s before it opens anything', async (_what, content, sentence) => {
    await writeFile(file, content);
    const { exitCode, stderr, opened } = await run('--file', 'pairs.jsonl');
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });

  it('names the pair that failed', async () => {
    const failing = {
      'validator.validate': ({ answer }: ValidateRequest) =>
        answer.includes('70') ? Promise.reject(new TypeError('broken')) : Promise.resolve(validated([])),
    };
    const { exitCode, stderr } = await runArbiter(['eval', 'grounding', '--file', file], { scripts: failing });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('pairs.jsonl, pair p2: ');
  });

  it('is of the configuration at hand, not of a server', async () => {
    expect(await run('--server', 'http://127.0.0.1:1', '--file', file)).toMatchObject({ exitCode: 2, opened: [] });
  });
});
