import { classifyQuestion, type QuestionTypeModel, type TypedMessage } from '@arbiter/question-types';
import { fitQuestionTypes } from './fit-question-types.js';
import type { TrainingQuestion } from './training-question.js';

/** A question with what a model says of it that has seen nothing of its subject. */
export interface HeldOut extends TrainingQuestion {
  readonly said: TypedMessage;
}

/**
 * Every question, judged by a model of the other folds. Whole subjects are held out together, the largest spread first, so
 * that folds are of about one size.
 *
 * @param folds ≥ 2
 * @param fit learns a model; the default is the one that is shipped
 */
export function crossValidate(
  questions: readonly TrainingQuestion[],
  folds: number,
  fit: (seen: readonly TrainingQuestion[]) => QuestionTypeModel = fitQuestionTypes,
): HeldOut[] {
  const foldOf = assignFolds(questions, folds);
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const held = questions.filter(({ subject }) => foldOf.get(subject) === fold);
    if (held.length === 0) return [];
    const model = fit(questions.filter(({ subject }) => foldOf.get(subject) !== fold));
    return held.map((question) => ({ ...question, said: classifyQuestion(question.question, model) }));
  });
}

function assignFolds(questions: readonly TrainingQuestion[], folds: number): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { subject } of questions) sizes.set(subject, (sizes.get(subject) ?? 0) + 1);
  const filled = Array.from({ length: folds }, () => 0);
  const foldOf = new Map<string, number>();
  for (const [subject, size] of [...sizes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))) {
    const smallest = filled.indexOf(Math.min(...filled));
    foldOf.set(subject, smallest);
    filled[smallest] = (filled[smallest] ?? 0) + size;
  }
  return foldOf;
}
