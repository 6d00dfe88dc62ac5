import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ArbiterError } from '@arbiter/contracts';
import { readJsonLines } from '@arbiter/evaluation';
import { z } from 'zod';
import type { QueryFigures } from './compare-with-baseline.js';
import { CACHE, REPOSITORY, type QualitySet } from './quality-sets.js';

const QueryLine = z.object({ id: z.string(), figures: z.object({ 'ndcg@10': z.number() }) });

/** Longest measurement, in milliseconds: a guard against hangs. */
const MEASUREMENT_MS = 800_000;

/**
 * nDCG@10 of the shipped default for every query of a set, measured by the built program.
 *
 * @throws ArbiterError UNAVAILABLE with what the program said when it failed, or is not built
 */
export async function measureSet(set: QualitySet): Promise<QueryFigures> {
  await mkdir(CACHE, { recursive: true });
  const out = join(CACHE, `${set.name}.jsonl`);
  const words = ['eval', 'retrieval', ...(await set.prepare()), '--methods', 'default', '--out', out, '--json'];
  await runArbiter([...words, '--data-dir', CACHE]);
  const lines = readJsonLines(await readFile(out, 'utf8'), out, QueryLine);
  return Object.fromEntries(lines.map(({ value }) => [value.id, value.figures['ndcg@10']]));
}

async function runArbiter(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(REPOSITORY, 'apps/cli/bin/arbiter.mjs'), ...words], {
    cwd: REPOSITORY,
    // What decides the figures must not depend on a developer's own settings.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MEASUREMENT_MS,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0)
    throw new ArbiterError('UNAVAILABLE', `arbiter ${words.join(' ')} ended with ${code ?? 'a signal'}: ${said}`);
}
