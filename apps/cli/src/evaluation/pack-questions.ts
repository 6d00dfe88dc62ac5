import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { readQuestions, type Question } from '@arbiter/evaluation';
import type { Pack } from './find-pack.js';

/** Every part of a set. */
export const ALL_PARTS = 'all';

/**
 * The questions of a pack in one part of them; a set that is not divided is in every part.
 *
 * @throws ArbiterError NOT_FOUND without questions, INVALID_REQUEST for a broken line or a part without questions
 */
export async function packQuestions(pack: Pack, part: string): Promise<readonly [Question, ...Question[]]> {
  const file = join(pack.folder, 'eval', 'questions.jsonl');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `The domain ${pack.domain} has no questions: there is no ${file}.`, { cause });
  });
  const all = readQuestions(text, file);
  const isDivided = all.some((question) => question.part !== undefined);
  const [first, ...others] = part === ALL_PARTS || !isDivided ? all : all.filter((question) => question.part === part);
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${file} has no questions in the part "${part}".`);
  return [first, ...others];
}
