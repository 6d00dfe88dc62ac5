import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { AnswersRun } from './answers-run.js';
import { GroundingRun } from './grounding-run.js';
import { LabelledRun } from './labelled-run.js';
import { PerturbationRun } from './perturbation-run.js';
import { RetrievalRun } from './retrieval-run.js';

export const EvaluationRun = z.discriminatedUnion('command', [
  RetrievalRun,
  GroundingRun,
  PerturbationRun,
  LabelledRun,
  AnswersRun,
]);
export type EvaluationRun = z.output<typeof EvaluationRun>;

/**
 * What an evaluation printed to a file with `--json`.
 *
 * @param file absolute
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST when it is something else
 */
export async function readRun(file: string): Promise<EvaluationRun> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  try {
    return EvaluationRun.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${file} is not what "arbiter eval … --json" prints.`, { cause });
  }
}
