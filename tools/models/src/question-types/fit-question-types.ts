import { QUESTION_TYPES } from '@arbiter/contracts';
import { seededRandom, summariseClassification, type ClassificationSummary } from '@arbiter/evaluation';
import { classifyQuestion, CUES, findCues, type QuestionTypeModel, type TypedMessage } from '@arbiter/question-types';
import { formatFigure, roundTo } from '../command.js';
import { balanceFolds, crossValidate } from '../cross-validate.js';
import { fitSoftmax, type LabelledCase } from './fit-softmax.js';
import type { TrainingQuestion } from './training-question.js';

/** Chosen by cross-validation among .00015 to .002, by accuracy. */
export const RIDGE = 0.00025;
/**
 * How much looser a rare cue is held than a common one: its scale falls with this power of how often it speaks. A cue that
 * speaks seldom is mostly a clear one, and an even ridge would leave it little. Chosen by cross-validation among 0 to ½, where
 * ½ is what standardised features come to.
 */
const RARITY = 1 / 3;
/** Added to the count of every cue: one that speaks once or twice is not yet trusted more than one that speaks five times. */
const PSEUDO_COUNT = 4;
/** Factor of the scores, chosen by calibration error: the ridge makes the model less confident than it is accurate. */
const SHARPNESS = 1.25;

/**
 * Weighs every cue for every type. All types count the same in sum, however many questions each has: how often a type is
 * asked differs from one library to the next.
 *
 * @throws RangeError without questions
 */
export function fitQuestionTypes(questions: readonly TrainingQuestion[], ridge: number = RIDGE): QuestionTypeModel {
  const sumOf = (counted: readonly TrainingQuestion[]): number => counted.reduce((sum, { weight }) => sum + weight, 0);
  const sums = QUESTION_TYPES.map((type) => sumOf(questions.filter((question) => question.type === type)));
  const cases = questions.map((asked) => {
    const actual = QUESTION_TYPES.indexOf(asked.type);
    return { features: cuePositions(asked), actual, weight: asked.weight / (sums[actual] ?? 1) };
  });
  const scales = scalesOf(cases);
  const fit = fitSoftmax(cases, { featureCount: CUES.length, classCount: QUESTION_TYPES.length, ridge, scales });
  return {
    types: QUESTION_TYPES,
    bias: fit.bias.map((start) => start * SHARPNESS),
    weights: Object.fromEntries(
      CUES.map(({ name }, position) => [name, fit.weights.map((ofType) => (ofType[position] ?? 0) * SHARPNESS)]),
    ),
  };
}

/** How loosely each cue is held: 1 for one that speaks as often as the median. */
function scalesOf(cases: readonly LabelledCase[]): number[] {
  const counts = CUES.map(() => PSEUDO_COUNT);
  for (const { features } of cases) for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  const median = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 1;
  return counts.map((count) => (median / count) ** RARITY);
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

/** A question with the judgement of a model that has seen nothing of its subject. */
export interface HeldOut extends TrainingQuestion {
  readonly said: TypedMessage;
}

/**
 * Every question, judged by a model of the other folds. Whole subjects are held out together.
 *
 * @param folds ≥ 2
 * @param fit learns a model; the default is the one that is shipped
 */
export function judgeHeldOut(
  questions: readonly TrainingQuestion[],
  folds: number,
  fit: (seen: readonly TrainingQuestion[]) => QuestionTypeModel = fitQuestionTypes,
): HeldOut[] {
  const bySubject = balanceFolds(questions, folds, ({ subject }) => subject);
  return crossValidate(
    questions,
    bySubject,
    (seen) => fit(seen),
    (held, model) => held.map((question) => ({ ...question, said: classifyQuestion(question.question, model) })),
  ).flat();
}

const SEED = 20_260_101;

/** Accuracy, macro F1 and calibration of questions whose subject the model has not seen. */
export function measureHeldOut(held: readonly HeldOut[]): ClassificationSummary {
  const items = held.map(({ type, said }) => ({ actual: type, predicted: said.type, confidence: said.confidence }));
  return summariseClassification(items, QUESTION_TYPES, seededRandom(SEED));
}

/** Training data of a model. */
export interface Provenance {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly questions: number;
  readonly subjects: number;
  readonly ridge: number;
}

/** The content of libs/question-types/src/question-type-model.ts. */
export function questionTypeModelFile(
  { types, bias, weights }: QuestionTypeModel,
  { metrics }: Pick<ClassificationSummary, 'metrics'>,
  { date, questions, subjects, ridge }: Provenance,
): string {
  const rows = Object.entries(weights).map(([name, row]) => `    '${name}': [${row.map(round).join(', ')}],`);
  return `import type { QuestionTypeModel } from './question-type-model.format.js';

/**
 * Written by tools/models on ${date}; its README has the commands. Fitted on ${questions} questions of
 * ${subjects} subjects, ridge ${ridge}, every type counting the same. Of subjects that the model has not seen: accuracy
 * ${formatFigure(metrics.accuracy)}, macro F1 ${formatFigure(metrics.macroF1)}, expected calibration error ${formatFigure(metrics.ece)}.
 */
export const QUESTION_TYPE_MODEL: QuestionTypeModel = {
  types: [${types.map((type) => `'${type}'`).join(', ')}],
  bias: [${bias.map(round).join(', ')}],
  weights: {
${rows.join('\n')}
  },
};
`;
}

function round(value: number): number {
  return roundTo(value, 2);
}
