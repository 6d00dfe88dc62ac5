import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validated } from '@arbiter/cli/testing';
import type { ValidateRequest } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PlantedSentence } from '../planting/plant-errors.js';
import type { PerturbationRun } from './perturbations.command.js';
import { EvaluationRun } from '../report/read-runs.js';
import { runArbiter } from '../../test/run-arbiter.js';

const light = `---
title: The Light
---
# The Light

The tower was built in 219 at a cost of 40 beacons. The tower is older than the town.

Ada Vane keeps nine lamps in the tower. In 340 the lamps were lit by Pim Dray for 12 hours.

| Oil | Price |
|---|---|
| whale | 9 wicks |
`;

describe('arbiter eval perturbations', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await mkdir(join(folder, 'documents/places'), { recursive: true });
    await writeFile(join(folder, 'documents/places/light.md'), light);
    await writeFile(join(folder, 'documents/picture.png'), 'not text');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Accepts what stands in the sources word for word, and what holds a digit that they hold too. */
  const scripts = {
    'validator.validate': ({ answer, sources }: ValidateRequest) => {
      const stands = sources.some(({ content }) => content.includes(answer));
      return Promise.resolve(validated([{ text: answer, score: stands ? 1 : 0.1 }], sources));
    },
  };
  const run = (...words: string[]) =>
    runArbiter(['eval', 'perturbations', '--corpus', 'documents', ...words], { scripts, cwd: folder });
  const linesOf = async (file: string) =>
    (await readFile(join(folder, file), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as PlantedSentence);

  it('makes who rejects all that is not verbatim pay for it with what is reworded', async () => {
    const { exitCode, stdout } = await run('--n', '14', '--json');
    expect(exitCode).toBe(0);
    expect(EvaluationRun.safeParse(JSON.parse(stdout)).error).toBeUndefined();
    const { dataset, n, metrics, ci95, counts, config } = JSON.parse(stdout) as PerturbationRun;
    expect(n).toBeGreaterThan(3);
    expect(metrics).toMatchObject({
      caught: 1,
      falseRejection: 0.5,
      falseRejectionUntouched: 0,
      falseRejectionReworded: 1,
      caughtInHandWritten: null,
    });
    expect(metrics.caughtBy.date).toBe(1);
    expect(ci95.falseRejection).toEqual([0.5, 0.5]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(n);
    expect({ dataset, documents: config.documents, seed: config.seed }).toEqual({
      dataset: 'documents',
      documents: 1,
      seed: 1,
    });
  });

  it('checks all three forms with the same passages', async () => {
    const { calls } = await run('--n', '7', '--out', 'out.jsonl');
    const requests = calls.slice(1).map(({ input }) => input as ValidateRequest);
    const lines = await linesOf('out.jsonl');
    expect(requests.map(({ answer }) => answer)).toEqual(
      lines.flatMap(({ planted, reworded, original }) => [planted, reworded, original]),
    );
    expect(new Set(requests.slice(0, 3).map(({ sources }) => JSON.stringify(sources))).size).toBe(1);
    expect(requests[0]?.sources[0]).toMatchObject({ document: 'places/light.md', metadata: { title: 'The Light' } });
  });

  it('plants the same for the same seed', async () => {
    await run('--plant-only', '--out', 'a.jsonl');
    await run('--plant-only', '--out', 'b.jsonl');
    const { opened } = await run('--plant-only', '--out', 'c.jsonl', '--seed', '3');
    expect(opened).toEqual([]);
    const [a, b, c] = await Promise.all(['a.jsonl', 'b.jsonl', 'c.jsonl'].map(linesOf));
    expect(b).toEqual(a);
    expect(c).not.toEqual(a);
  });

  it('shows the kinds to people', async () => {
    const { stdout } = await run('--n', '14');
    expect(stdout).toMatch(/^date +\d+ +1\.000 \[1\.000, 1\.000\]$/m);
    expect(stdout).toMatch(/^reworded +\d+ +1\.000 /m);
  });

  it.each([
    ['a folder that is not there', 'There is no folder', ['--corpus', 'nowhere']],
    ['a folder without documents', 'holds no Markdown', ['--corpus', 'empty']],
    ['planting without a file', 'say which with --out', ['--plant-only']],
  ])('refuses %s', async (_what, sentence, words) => {
    await mkdir(join(folder, 'empty'));
    const { exitCode, stderr, opened } = await run(...words);
    expect({ exitCode, opened }).toEqual({ exitCode: 2, opened: [] });
    expect(stderr).toContain(sentence);
  });

  it('refuses documents without a sentence to plant an error in', async () => {
    await writeFile(join(folder, 'documents/places/light.md'), '# Light\n\nYes.');
    expect(await run()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('holds no sentence') });
  });
});
