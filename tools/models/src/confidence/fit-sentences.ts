import {
  estimateSentence,
  fitLogistic,
  readSentenceFeatures,
  type LabelledExample,
  type SentenceModel,
  type SentenceModels,
} from '@arbiter/confidence';
import { auroc } from '@arbiter/evaluation';
import { crossValidate, dealFolds, groupsOf } from '../cross-validate.js';
import type { SentenceExample } from './examples.js';

/** Half the penalty on each squared weight; a question counts 1. */
const RIDGE = 3;
/** Features by their place in `readSentenceFeatures`: those against a sentence, and those that may count either way. */
const AGAINST: ReadonlySet<number> = new Set([3, 5]);
const EITHER_WAY: ReadonlySet<number> = new Set([7]);
const STEPS = 600;
const RATE = 0.5;
const FOLDS = 5;

/**
 * Models of "the sentence is evidence": one of sentences with their readings, one of the same sentences without them. Weights
 * make evidence the likeliest of its question's sentences, since one of them is chosen (conditional logit, McFadden 1974).
 * Platt scaling then turns the weighted sum into a probability.
 *
 * @throws RangeError when all examples came out alike
 */
export function fitSentences(examples: readonly SentenceExample[]): SentenceModels {
  return { read: fitted(examples), unread: fitted(examples.map(unread)) };
}

function unread(example: SentenceExample): SentenceExample {
  return { ...example, features: { ...example.features, span: null, passage: null, holdsBest: false } };
}

/** The sentences of one question: their features, row by row, and which of them are evidence. */
interface Choice {
  readonly rows: Float64Array;
  readonly isEvidence: readonly boolean[];
}

function fitted(examples: readonly SentenceExample[]): SentenceModel {
  const choices = choicesOf(examples);
  const weights = chosenBy(choices.filter(({ isEvidence }) => isEvidence.includes(true)));
  const platt = fitLogistic(
    choices.flatMap(({ rows, isEvidence }) =>
      isEvidence.map((actual, index): LabelledExample => ({ features: [dot(rows, index, weights)], actual })),
    ),
    { ridge: 0 },
  );
  const [slope = 1] = platt.weights;
  return { intercept: platt.intercept, weights: weights.map((weight) => slope * weight) };
}

function byQuestion(examples: readonly SentenceExample[]): SentenceExample[][] {
  const questions = new Map<string, SentenceExample[]>();
  for (const example of examples) {
    const key = `${example.pack}/${example.questionId}`;
    const own = questions.get(key);
    if (own) own.push(example);
    else questions.set(key, [example]);
  }
  return [...questions.values()];
}

function choicesOf(examples: readonly SentenceExample[]): Choice[] {
  return byQuestion(examples).map((own) => ({
    rows: Float64Array.from(own.flatMap(({ features }) => readSentenceFeatures(features))),
    isEvidence: own.map(({ isEvidence }) => isEvidence),
  }));
}

/** Maximum likelihood with a ridge penalty, by projected gradient steps scaled to each feature (Duchi et al., AdaGrad, 2011). */
function chosenBy(choices: readonly Choice[]): number[] {
  const [first] = choices;
  const size = first ? first.rows.length / first.isEvidence.length : 0;
  const weights = new Array<number>(size).fill(0);
  const squares = new Array<number>(size).fill(1e-9);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    for (const choice of choices) addGradient(gradient, choice, weights);
    gradient.forEach((slope, feature) => {
      squares[feature] = (squares[feature] ?? 0) + slope * slope;
      const moved = (weights[feature] ?? 0) + (RATE * slope) / Math.sqrt(squares[feature] ?? 1);
      weights[feature] = EITHER_WAY.has(feature)
        ? moved
        : AGAINST.has(feature)
          ? Math.min(0, moved)
          : Math.max(0, moved);
    });
  }
  return weights;
}

/** Loops in place of maps: some hundred thousand sentences are gone through a thousand times. */
function addGradient(gradient: number[], { rows, isEvidence }: Choice, weights: readonly number[]): void {
  const odds = isEvidence.map((_, index) => dot(rows, index, weights));
  const highest = odds.reduce((most, score) => Math.max(most, score), -Infinity);
  let sum = 0;
  let right = 0;
  for (let index = 0; index < odds.length; index++) {
    const own = Math.exp((odds[index] ?? 0) - highest);
    odds[index] = own;
    sum += own;
    if (isEvidence[index]) right += own;
  }
  const size = weights.length;
  for (let index = 0; index < odds.length; index++) {
    const own = odds[index] ?? 0;
    const share = (isEvidence[index] ? own / Math.max(right, 1e-12) : 0) - own / sum;
    for (let feature = 0; feature < size; feature++) {
      gradient[feature] = (gradient[feature] ?? 0) + share * (rows[index * size + feature] ?? 0);
    }
  }
}

/** Of a row's features with their weights. */
function dot(rows: Float64Array, index: number, weights: readonly number[]): number {
  let sum = 0;
  const from = index * weights.length;
  for (let feature = 0; feature < weights.length; feature++)
    sum += (rows[from + feature] ?? 0) * (weights[feature] ?? 0);
  return sum;
}

/** How models choose among sentences that they have not seen; fractions of 1. */
export interface SentenceFigures {
  readonly questions: number;
  /** Answerable questions whose first sentence is evidence, by reading, and by words and rank alone. */
  readonly firstIsEvidence: number;
  readonly firstIsEvidenceUnread: number;
  /** Of the first sentence's probability: questions that have an answer above those that have none. */
  readonly answerableAuroc: number | null;
}

/** Leaves every fifth pack out in turn; each, where there are fewer. */
export function measureUnseenSentences(examples: readonly SentenceExample[]): SentenceFigures {
  const packOf = ({ pack }: SentenceExample): string => pack;
  const folds = dealFolds(groupsOf(examples, packOf), FOLDS, packOf);
  const questions = crossValidate(examples, folds, fitSentences, (held, models) =>
    byQuestion(held).map((sentences) => ({
      answerable: sentences.some(({ answerable }) => answerable),
      read: firstOf(sentences, models),
      unread: firstOf(sentences.map(unread), models),
    })),
  ).flat();
  const answerable = questions.filter((question) => question.answerable);
  const shareOf = (kind: 'read' | 'unread'): number =>
    answerable.filter((question) => question[kind].isEvidence).length / answerable.length;
  return {
    questions: questions.length,
    firstIsEvidence: shareOf('read'),
    firstIsEvidenceUnread: shareOf('unread'),
    answerableAuroc: auroc(questions.map(({ answerable: actual, read: { score } }) => ({ score, actual }))),
  };
}

function firstOf(sentences: readonly SentenceExample[], models: SentenceModels) {
  return sentences
    .map(({ features, isEvidence }) => ({ score: estimateSentence(features, models), isEvidence }))
    .reduce((best, next) => (next.score > best.score ? next : best));
}
