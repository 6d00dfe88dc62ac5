import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { crossValidate } from './cross-validate.js';
import { fitQuestionTypes, RIDGE } from './fit-question-types.js';
import { measureHeldOut } from './measure-held-out.js';
import { questionTypeModelFile } from './question-type-model-file.js';
import { readOwnQuestions, readPackQuestions, type TrainingQuestion } from './training-question.js';

const USAGE = `use: train-question-types --questions FILE… [--pack FOLDER…] --date YYYY-MM-DD [--model FILE.ts] [--missed FILE]
`;
const FOLDS = 8;

export interface TrainingOutput {
  /** Figures, as JSON. */
  readonly out: (text: string) => void;
  /** What goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: learns from labelled questions, measures every subject with a model that has not seen it, and writes the
 * model that has seen them all.
 *
 * @returns exit code: 0 done, 2 asked for something that there is not
 * @throws what reading or writing fails with
 */
export async function runTraining(words: readonly string[], { out, err }: TrainingOutput): Promise<number> {
  const values = parse(words);
  if (!values?.date || !/^\d{4}-\d\d-\d\d$/.test(values.date) || values.questions.length === 0) {
    err(USAGE);
    return 2;
  }
  const questions = await readAll(values.questions, values.pack);
  const held = crossValidate(questions, FOLDS);
  const figures = measureHeldOut(held);
  if (values.model !== undefined) {
    const subjects = new Set(questions.map(({ subject }) => subject)).size;
    const provenance = { date: values.date, questions: questions.length, subjects, ridge: RIDGE };
    await writeFile(values.model, questionTypeModelFile(fitQuestionTypes(questions), figures, provenance));
  }
  if (values.missed !== undefined) {
    const missed = held.filter(({ type, said }) => said.type !== type);
    await writeFile(values.missed, missed.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
  out(`${JSON.stringify(figures, null, 2)}\n`);
  return 0;
}

async function readAll(files: readonly string[], packs: readonly string[]): Promise<TrainingQuestion[]> {
  const own = files.map(async (file) => readOwnQuestions(await readFile(file, 'utf8'), file));
  const ofPacks = packs.map(async (pack) => {
    const file = join(pack, 'eval', 'questions.jsonl');
    return readPackQuestions(await readFile(file, 'utf8'), file, basename(pack));
  });
  return (await Promise.all([...own, ...ofPacks])).flat();
}

/** @returns null for a word that it does not know, at which parseArgs throws */
function parse(words: readonly string[]) {
  const option = { type: 'string' } as const;
  const several = { type: 'string', multiple: true, default: [] as string[] } as const;
  try {
    return parseArgs({
      args: [...words],
      options: { questions: several, pack: several, date: option, model: option, missed: option },
      strict: true,
    }).values;
  } catch {
    return null;
  }
}
