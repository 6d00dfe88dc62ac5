import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { AcceptedAnswers, readJsonLines, type JudgedQuery } from '@arbiter/evaluation';
import { openBeirFolder } from './beir-folder.js';
import type { RetrievalSubject } from './retrieval-subject.js';

/** The only split of such a set. */
const SPLIT = 'test';

/** A question with all passages that it takes to answer it, and the accepted answers; none where the set names none. */
export interface MultihopQuestion extends JudgedQuery {
  readonly answers: readonly string[];
}

export interface MultihopSet {
  readonly subject: RetrievalSubject;
  readonly questions: readonly MultihopQuestion[];
}

/**
 * A folder in the layout of BEIR with `answers.jsonl` beside it.
 *
 * @param limit at most so many questions, the first ones; null for all
 * @throws ArbiterError NOT_FOUND for a file that is missing, INVALID_REQUEST that names file and line of a broken line
 */
export async function openMultihopFolder(folder: string, limit: number | null): Promise<MultihopSet> {
  const subject = await openBeirFolder({ folder, split: SPLIT, limitQueries: limit });
  const file = join(folder, 'answers.jsonl');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}: it holds the accepted answers of each question.`, {
      cause,
    });
  });
  const accepted = new Map(readJsonLines(text, file, AcceptedAnswers).map(({ value }) => [value.id, value.answers]));
  const questions = subject.selection.queries.map((query) => ({ ...query, answers: accepted.get(query.id) ?? [] }));
  return { subject, questions };
}
