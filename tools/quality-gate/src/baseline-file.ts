import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { mean } from '@arbiter/evaluation';
import { z } from 'zod';
import type { QueryFigures } from './compare-with-baseline.js';

const Baseline = z.object({
  metric: z.literal('ndcg@10'),
  mean: z.number(),
  queries: z.record(z.string(), z.number()),
});

/** Digits after the point that are kept: figures below differ between machines. */
const DIGITS = 6;

/** Of the package, seen from `src` as from `dist`. */
function pathOf(set: string): string {
  return fileURLToPath(new URL(`../baseline/${set}.json`, import.meta.url));
}

/** @throws ArbiterError NOT_FOUND that says how to make it, INVALID_REQUEST when it is no baseline */
export async function readBaseline(set: string): Promise<QueryFigures> {
  const path = pathOf(set);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${path}: npm run quality -- --update makes it.`, { cause });
  });
  try {
    return Baseline.parse(JSON.parse(text)).queries;
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${path} is no baseline.`, { cause });
  }
}

export async function writeBaseline(set: string, figures: QueryFigures): Promise<void> {
  const rounded = Object.entries(figures)
    .map(([id, figure]) => [id, round(figure)] as const)
    .sort(([a], [b]) => compareCodeUnits(a, b));
  const baseline = {
    metric: 'ndcg@10',
    mean: round(mean(Object.values(figures)) ?? 0),
    queries: Object.fromEntries(rounded),
  };
  await writeFile(pathOf(set), `${JSON.stringify(baseline, null, 2)}\n`);
}

function round(figure: number): number {
  return Number(figure.toFixed(DIGITS));
}
