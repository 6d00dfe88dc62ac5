import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { QUESTION_TYPES, readQuestions, type Question } from '@arbiter/evaluation';
import type { Pack } from '../domains/find-pack.js';

/** Every part of a set. */
export const ALL_PARTS = 'all';

/** Not a type, but a mark on questions of any type: they ask what follows from a change somewhere else. */
const CASCADE = 'cascade';

/** What can be asked for or left out, besides parts. */
export const QUESTION_KINDS: readonly string[] = [...QUESTION_TYPES, CASCADE];

export interface QuestionSelection {
  readonly part: string;
  /** Kinds that are asked; null: all. */
  readonly types: readonly string[] | null;
  /** Kinds that are not asked. */
  readonly without: readonly string[];
}

/**
 * The questions of a pack in one part of them, of some kinds; a set that is not divided is in every part.
 *
 * @throws ArbiterError NOT_FOUND without questions, INVALID_REQUEST for a broken line or when none is left
 */
export async function packQuestions(
  pack: Pack,
  { part, types, without }: QuestionSelection,
): Promise<readonly [Question, ...Question[]]> {
  const file = join(pack.folder, 'eval', 'questions.jsonl');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `The domain ${pack.domain} has no questions: there is no ${file}.`, { cause });
  });
  const all = readQuestions(text, file);
  const isDivided = all.some((question) => question.part !== undefined);
  const ofPart = part === ALL_PARTS || !isDivided ? all : all.filter((question) => question.part === part);
  const [first, ...others] = ofPart.filter((question) => {
    const kinds = kindsOf(question);
    return (
      (types === null || kinds.some((kind) => types.includes(kind))) && !kinds.some((kind) => without.includes(kind))
    );
  });
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${file} has no such questions in the part "${part}".`);
  return [first, ...others];
}

function kindsOf({ type, cascade }: Question): string[] {
  return cascade ? [type, CASCADE] : [type];
}

/**
 * Reads a list of kinds, separated by commas.
 *
 * @throws ArbiterError INVALID_REQUEST that names those there are
 */
export function parseQuestionKinds(list: string): string[] {
  const kinds = list
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
  const unknown = kinds.find((kind) => !QUESTION_KINDS.includes(kind));
  if (unknown !== undefined) {
    throw new ArbiterError('INVALID_REQUEST', `There is no "${unknown}"; there is: ${QUESTION_KINDS.join(', ')}.`);
  }
  return kinds;
}
