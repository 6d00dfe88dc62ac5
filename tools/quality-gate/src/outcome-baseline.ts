import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { AnswerOutcome } from '@arbiter/evaluation';
import { z } from 'zod';

const OutcomeBaseline = z.object({
  answerable: z.record(z.string(), z.enum(['correct', 'wrong', 'wronglyDeclined'])),
  unanswerable: z.record(z.string(), z.enum(['declined', 'wronglyAnswered'])),
});

/** Of the package, seen from `src` as from `dist`. */
function pathOf(set: string): string {
  return fileURLToPath(new URL(`../baseline/answers-${set}.json`, import.meta.url));
}

/** @throws ArbiterError NOT_FOUND that says how to make it, INVALID_REQUEST when it is no baseline */
export async function readOutcomes(set: string): Promise<AnswerOutcome[]> {
  const path = pathOf(set);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${path}: npm run quality -- answers --update makes it.`, {
      cause,
    });
  });
  try {
    const { answerable, unanswerable } = OutcomeBaseline.parse(JSON.parse(text));
    return [
      ...Object.entries(answerable).map(([id, outcome]) => ({ id, answerable: true, outcome })),
      ...Object.entries(unanswerable).map(([id, outcome]) => ({ id, answerable: false, outcome })),
    ];
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${path} is no baseline.`, { cause });
  }
}

export async function writeOutcomes(set: string, outcomes: readonly AnswerOutcome[]): Promise<void> {
  const ofKind = (wanted: boolean): Record<string, string> =>
    Object.fromEntries(
      outcomes
        .filter(({ answerable }) => answerable === wanted)
        .map(({ id, outcome }) => [id, outcome] as const)
        .sort(([a], [b]) => compareCodeUnits(a, b)),
    );
  const baseline = { answerable: ofKind(true), unanswerable: ofKind(false) };
  await writeFile(pathOf(set), `${JSON.stringify(baseline, null, 2)}\n`);
}
