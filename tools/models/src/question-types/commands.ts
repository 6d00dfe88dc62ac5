import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defineCommand } from '../command.js';
import { fitQuestionTypes, judgeHeldOut, measureHeldOut, questionTypeWeights, RIDGE } from './fit-question-types.js';
import { readOwnQuestions, readPackQuestions, type TrainingQuestion } from './training-question.js';

const FOLDS = 4;

const fit = defineCommand(
  '--questions FILE… [--pack FOLDER…] --date YYYY-MM-DD [--model FILE.json] [--missed FILE]',
  { required: ['date'], optional: ['model', 'missed'], lists: ['questions', 'pack'] },
  async (values, { out }) => {
    if (values.questions.length === 0) return false;
    const questions = await readAll(values.questions, values.pack);
    const held = judgeHeldOut(questions, FOLDS);
    const figures = measureHeldOut(held);
    if (values.model) {
      const subjects = new Set(questions.map(({ subject }) => subject)).size;
      const provenance = { date: values.date, questions: questions.length, subjects, ridge: RIDGE };
      const weights = questionTypeWeights(fitQuestionTypes(questions), figures, provenance);
      await writeFile(values.model, `${JSON.stringify(weights, null, 2)}\n`);
    }
    if (values.missed) {
      const missed = held.filter(({ type, said }) => said.type !== type);
      await writeFile(values.missed, missed.map((one) => `${JSON.stringify(one)}\n`).join(''));
    }
    out(`${JSON.stringify(figures, null, 2)}\n`);
    return true;
  },
);

async function readAll(files: readonly string[], packs: readonly string[]): Promise<TrainingQuestion[]> {
  const own = files.map(async (file) => readOwnQuestions(await readFile(file, 'utf8'), file));
  const ofPacks = packs.map(async (pack) => {
    const file = join(pack, 'eval', 'questions.jsonl');
    return readPackQuestions(await readFile(file, 'utf8'), file, basename(pack));
  });
  return (await Promise.all([...own, ...ofPacks])).flat();
}

/** Fits the question-type model, and measures every subject with a model that has not seen it. */
export const QUESTION_TYPE_COMMANDS = { fit };
