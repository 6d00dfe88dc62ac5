import { QUESTION_TYPES } from '@arbiter/contracts';
import { CUES, findCues, type QuestionTypeModel } from '@arbiter/question-types';
import { fitSoftmax } from './fit-softmax.js';
import type { TrainingQuestion } from './training-question.js';

/** Chosen by cross-validation among .0003 to .002, by accuracy and calibration. */
export const RIDGE = 0.001;

/**
 * Weighs every cue for every type. All types count the same in sum, however many questions each has: how often a type is
 * asked differs from one library to the next.
 *
 * @throws RangeError without questions
 */
export function fitQuestionTypes(questions: readonly TrainingQuestion[], ridge: number = RIDGE): QuestionTypeModel {
  const sumOf = (counted: readonly TrainingQuestion[]): number => counted.reduce((sum, { weight }) => sum + weight, 0);
  const sums = QUESTION_TYPES.map((type) => sumOf(questions.filter((question) => question.type === type)));
  const fit = fitSoftmax(
    questions.map((asked) => {
      const { type, weight } = asked;
      const actual = QUESTION_TYPES.indexOf(type);
      return {
        features: cuePositions(asked),
        actual,
        weight: weight / (sums[actual] ?? 1),
      };
    }),
    { featureCount: CUES.length, classCount: QUESTION_TYPES.length, ridge },
  );
  return {
    types: QUESTION_TYPES,
    bias: fit.bias,
    weights: Object.fromEntries(
      CUES.map(({ name }, position) => [name, fit.weights.map((ofType) => ofType[position] ?? 0)]),
    ),
  };
}

const POSITIONS = new Map(CUES.map(({ name }, position) => [name, position]));

/** Cross-validation fits the same questions again and again; finding their cues takes longer than a fold's fit. */
const FOUND = new WeakMap<TrainingQuestion, readonly number[]>();

function cuePositions(asked: TrainingQuestion): readonly number[] {
  const known = FOUND.get(asked);
  if (known) return known;
  const positions = findCues(asked.question).flatMap(({ name }) => POSITIONS.get(name) ?? []);
  FOUND.set(asked, positions);
  return positions;
}
