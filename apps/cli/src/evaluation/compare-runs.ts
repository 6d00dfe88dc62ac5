import { ArbiterError } from '@arbiter/contracts';
import { compareAnswers, seededRandom, type AnswerComparison } from '@arbiter/evaluation';
import { outcomeOf, type AnswerRow } from './answers-run.js';
import { readRun } from './read-run.js';
import { EVALUATION_SEED } from './validation-run.js';

/**
 * The questions of an earlier run of `arbiter eval answers --json`.
 *
 * @param file absolute
 * @throws ArbiterError NOT_FOUND; INVALID_REQUEST when it is another run, or one without its questions
 */
export async function readAnswerRows(file: string): Promise<readonly AnswerRow[]> {
  const run = await readRun(file);
  if (run.command === 'eval answers' && run.questions !== undefined) return run.questions;
  throw new ArbiterError('INVALID_REQUEST', `${file} holds no questions of "arbiter eval answers --json" to compare.`);
}

/** @param before the other run, @param after this one */
export function compareRuns(before: readonly AnswerRow[], after: readonly AnswerRow[]): AnswerComparison {
  return compareAnswers(before.map(outcomeOf), after.map(outcomeOf), { random: () => seededRandom(EVALUATION_SEED) });
}
