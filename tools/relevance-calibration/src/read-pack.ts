import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { citesEvidence, readQuestions } from '@arbiter/evaluation';
import type { TrainingSet } from './training-set.js';

/**
 * The documents of a domain pack, and the questions of one part of its `eval/questions.jsonl` that they answer. Evidence
 * is a passage that overlaps a quote which the question names.
 *
 * @throws ArbiterError INVALID_REQUEST for a broken line; what reading fails with
 */
export async function readPack(folder: string, part: string): Promise<TrainingSet> {
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(await readFile(file, 'utf8'), file);
  return {
    name: basename(folder),
    sources: [{ kind: 'path', path: resolve(folder, 'documents') }],
    questions: questions
      .filter((question) => question.part === part && question.answerable && question.evidence.length > 0)
      .map(({ id, question, evidence }) => ({
        id,
        text: question,
        // Evidence is named from the pack's folder, a source from the folder that was ingested.
        isEvidence: ({ source, content }) =>
          evidence.some((one) => citesEvidence({ document: source, quote: content }, one)),
      })),
  };
}
