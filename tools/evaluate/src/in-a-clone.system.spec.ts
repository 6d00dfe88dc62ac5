import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PerturbationRun } from './perturbations/perturbations.command.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM_MS = 120_000;

describe('arbiter eval, built, in a clone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-evaluate-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const arbiter = async (...words: string[]): Promise<string> => {
    const launcher = join(REPOSITORY, 'apps/cli/bin/arbiter.mjs');
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, timeout: PROGRAM_MS };
    return (await promisify(execFile)(process.execPath, [launcher, 'eval', ...words], options)).stdout;
  };

  it(
    'measures the sample domain with the shipped validator, and makes a report of it',
    async () => {
      const corpus = join(REPOSITORY, 'domains/lantern-coast/documents');
      const printed = await arbiter('perturbations', '--corpus', corpus, '--n', '7', '--json');
      const { n, metrics, config } = JSON.parse(printed) as PerturbationRun;
      expect({ n, asked: config.n }).toEqual({ n: 7, asked: 7 });
      expect(metrics.caught).toBeGreaterThan(0.5);
      await writeFile(join(folder, 'planted.json'), printed);
      const program = join(REPOSITORY, 'tools/evaluate/dist/report/main.js');
      await promisify(execFile)(process.execPath, [program, 'planted.json', '--out', 'trust.md'], { cwd: folder });
      expect(await readFile(join(folder, 'trust.md'), 'utf8')).toContain('](trust-planted.svg)');
      expect(await readFile(join(folder, 'trust-planted.svg'), 'utf8')).toMatch(/^<svg /);
    },
    2 * PROGRAM_MS,
  );
});
