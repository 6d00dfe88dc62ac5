import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

/** How long an answer may take depends on what kind of question it is. */
export const KINDS = ['simple', 'complex', 'list'] as const;
export type Kind = (typeof KINDS)[number];

export interface AskedQuestion {
  readonly text: string;
  readonly kind: Kind;
}

const Line = z.object({ question: z.string().min(1), type: z.string() });

/** As published (design document 000): simple under 3 s, complex under 10 s, list building under 15 s. */
const KIND_OF: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['simple_lookup', 'simple'],
  ['procedural', 'complex'],
  ['comparative', 'complex'],
  ['multi_hop', 'complex'],
  ['list_building', 'list'],
]);

/**
 * Questions of a domain pack that documents alone can answer.
 *
 * @param file JSON Lines with `question` and `type`
 * @throws ArbiterError NOT_FOUND when it holds none of one kind: a benchmark without them says nothing of it
 */
export async function askedQuestions(file: string): Promise<readonly AskedQuestion[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const questions = lines.flatMap((line): AskedQuestion[] => {
    const { question, type } = Line.parse(JSON.parse(line));
    const kind = KIND_OF.get(type);
    return kind === undefined ? [] : [{ text: question, kind }];
  });
  const missing = KINDS.find((kind) => !questions.some((each) => each.kind === kind));
  if (missing !== undefined) throw new ArbiterError('NOT_FOUND', `There is no ${missing} question in ${file}.`);
  return questions;
}
