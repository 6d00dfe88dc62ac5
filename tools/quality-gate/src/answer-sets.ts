import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonLines, type AnswerOutcome } from '@arbiter/evaluation';
import { packFolder } from '@arbiter/testing/packs';
import { z } from 'zod';
import { CACHE, REPOSITORY } from './quality-sets.js';
import { runArbiter } from './run-arbiter.js';

/** Questions whose answers the gate watches. */
export interface AnswerSet {
  readonly name: string;
  /** Whether `npm test` measures it, and not `npm run test:soak` alone. */
  readonly inEveryRun: boolean;
  /** Words after `arbiter eval answers`. */
  readonly words: () => readonly string[];
}

/** Together they are answered within two minutes of two idle cores. */
export const ANSWER_SETS: readonly AnswerSet[] = [
  {
    name: 'lantern-coast-test',
    inEveryRun: true,
    words: () => ['--domain', join(REPOSITORY, 'domains', 'lantern-coast'), '--part', 'test'],
  },
  {
    name: 'saltmarsh-birds',
    inEveryRun: false,
    words: () => ['--domain', packFolder('saltmarsh-birds')],
  },
];

const AnswerLine = z.object({
  id: z.string(),
  answerable: z.boolean(),
  verdict: z.enum(['correct', 'wrong', 'wronglyDeclined', 'declined', 'wronglyAnswered']),
});

/**
 * How the shipped default ends every question of a set, asked by the built program.
 *
 * @throws ArbiterError as runArbiter does
 */
export async function measureAnswerSet({ name, words }: AnswerSet): Promise<AnswerOutcome[]> {
  await mkdir(CACHE, { recursive: true });
  const out = join(CACHE, `answers-${name}.jsonl`);
  await runArbiter(['eval', 'answers', ...words(), '--out', out, '--json', '--data-dir', CACHE]);
  return readJsonLines(await readFile(out, 'utf8'), out, AnswerLine).map(({ value: { id, answerable, verdict } }) => ({
    id,
    answerable,
    outcome: verdict,
  }));
}
