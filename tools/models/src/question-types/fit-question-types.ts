import { QUESTION_TYPES } from '@arbiter/contracts';
import { seededRandom, summariseClassification, type ClassificationSummary } from '@arbiter/evaluation';
import {
  classifyQuestion,
  isWord,
  phrasesOf,
  tokensOf,
  type QuestionTypeModel,
  type QuestionTypeWeights,
  type TypedMessage,
} from '@arbiter/question-types';
import { formatFigure, roundTo } from '../command.js';
import { balanceFolds, crossValidate } from '../cross-validate.js';
import { fitSoftmax } from './fit-softmax.js';
import type { TrainingQuestion } from './training-question.js';

/** Chosen by cross-validation among .00008 to .0003, by accuracy. */
export const RIDGE = 0.00015;
/** Words that phrases spell out, by the number of their subjects; the others are mostly of a topic. Chosen among 150, 300 and 600. */
const FREQUENT_WORDS = 300;
/** A phrase is learnt from so many questions of so many subjects: one of a single subject is mostly its topic. */
const LEAST_QUESTIONS = 5;
const LEAST_SUBJECTS = 4;
/** Phrases that are kept: those whose weights differ most. The others gain less than .003 (cross-validation). */
const MOST_PHRASES = 4_400;

/** A question in the features of the model. */
interface Described extends TrainingQuestion {
  readonly phrases: ReadonlySet<string>;
}

/**
 * Weighs every phrase for every type. All types count the same in sum, however many questions each has: how often a type is
 * asked differs from one library to the next.
 *
 * @throws RangeError without questions
 */
export function fitQuestionTypes(questions: readonly TrainingQuestion[], ridge: number = RIDGE): QuestionTypeModel {
  const spelt = countSubjects(questions, ({ question }) => new Set(tokensOf(question).filter(isWord)));
  const words = new Set(spelt.slice(0, FREQUENT_WORDS).map(({ phrase }) => phrase));
  const described = questions.map((one) => ({ ...one, phrases: phrasesOf(tokensOf(one.question), words) }));
  const frequent = countSubjects(described, ({ phrases }) => phrases).filter(
    ({ count, subjects }) => count >= LEAST_QUESTIONS && subjects >= LEAST_SUBJECTS,
  );
  const all = fitPhrases(described, new Set(frequent.map(({ phrase }) => phrase)), ridge);
  const spread = (row: readonly number[]): number => Math.max(...row) - Math.min(...row);
  const telling = [...all.weights].toSorted(([, a], [, b]) => spread(b) - spread(a)).slice(0, MOST_PHRASES);
  const kept = new Set(telling.map(([phrase]) => phrase).toSorted());
  return { types: QUESTION_TYPES, words, ...fitPhrases(described, kept, ridge) };
}

function fitPhrases(
  questions: readonly Described[],
  phrases: ReadonlySet<string>,
  ridge: number,
): Pick<QuestionTypeModel, 'bias' | 'weights'> {
  const positions = new Map([...phrases].map((phrase, position) => [phrase, position]));
  const sumOf = (counted: readonly TrainingQuestion[]): number => counted.reduce((sum, { weight }) => sum + weight, 0);
  const sums = QUESTION_TYPES.map((type) => sumOf(questions.filter((question) => question.type === type)));
  const cases = questions.map((asked) => {
    const actual = QUESTION_TYPES.indexOf(asked.type);
    const features = [...asked.phrases].flatMap((phrase) => positions.get(phrase) ?? []);
    return { features, actual, weight: asked.weight / (sums[actual] ?? 1) };
  });
  const fit = fitSoftmax(cases, { featureCount: phrases.size, classCount: QUESTION_TYPES.length, ridge });
  return {
    bias: fit.bias,
    weights: new Map([...phrases].map((phrase, position) => [phrase, fit.weights[position] ?? []])),
  };
}

interface Counted {
  readonly phrase: string;
  readonly count: number;
  readonly subjects: number;
}

/** In how many questions of how many subjects each phrase is: that of the most subjects first, then by the alphabet. */
function countSubjects<Asked extends TrainingQuestion>(
  questions: readonly Asked[],
  phrasesIn: (asked: Asked) => ReadonlySet<string>,
): Counted[] {
  const found = new Map<string, { count: number; readonly subjects: Set<string> }>();
  for (const asked of questions) {
    for (const phrase of phrasesIn(asked)) {
      const seen = found.get(phrase) ?? { count: 0, subjects: new Set() };
      seen.count += 1;
      seen.subjects.add(asked.subject);
      found.set(phrase, seen);
    }
  }
  return [...found]
    .map(([phrase, { count, subjects }]) => ({ phrase, count, subjects: subjects.size }))
    .toSorted((a, b) => b.subjects - a.subjects || (a.phrase < b.phrase ? -1 : 1));
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

/** The content of libs/question-types/src/question-type-weights.json. */
export function questionTypeWeights(
  { types, bias, words, weights }: QuestionTypeModel,
  { metrics }: Pick<ClassificationSummary, 'metrics'>,
  { date, questions, subjects, ridge }: Provenance,
): QuestionTypeWeights {
  const figures = `accuracy ${formatFigure(metrics.accuracy)}, macro F1 ${formatFigure(metrics.macroF1)}, expected calibration error ${formatFigure(metrics.ece)}`;
  return {
    about: `Written by tools/models on ${date}: ${questions} questions of ${subjects} subjects, ridge ${ridge}. Of unseen subjects: ${figures}.`,
    types,
    bias: bias.map((value) => roundTo(value, 2)),
    words: [...words].join(' '),
    phrases: [...weights].map(([phrase, row]) => `${phrase}\t${row.map((value) => roundTo(value * 10, 0)).join(' ')}`),
  };
}
