import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonLines } from '@arbiter/evaluation';
import { z } from 'zod';
import type { QueryFigures } from './compare-with-baseline.js';
import { CACHE, type QualitySet } from './quality-sets.js';
import { runArbiter } from './run-arbiter.js';

const QueryLine = z.object({ id: z.string(), figures: z.object({ 'ndcg@10': z.number() }) });

/**
 * nDCG@10 of the shipped default for every query of a set, measured by the built program.
 *
 * @throws ArbiterError as runArbiter does
 */
export async function measureSet(set: QualitySet): Promise<QueryFigures> {
  await mkdir(CACHE, { recursive: true });
  const out = join(CACHE, `${set.name}.jsonl`);
  const words = ['eval', 'retrieval', ...(await set.prepare()), '--methods', 'default', '--out', out, '--json'];
  await runArbiter([...words, '--data-dir', CACHE]);
  const lines = readJsonLines(await readFile(out, 'utf8'), out, QueryLine);
  return Object.fromEntries(lines.map(({ value }) => [value.id, value.figures['ndcg@10']]));
}
