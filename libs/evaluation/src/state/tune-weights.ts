import { bootstrapInterval, mean, shuffle, type Interval, type RandomSource } from '../metrics/statistics.js';
import { LISTED } from './judge-state.js';

export type Weights<S extends string> = Readonly<Record<S, number>>;

/** An entity that was ranked for a question. */
export interface SignalledEntity<S extends string> {
  /** The score is their weighted sum. */
  readonly signals: Weights<S>;
  /** What is not offered comes after all that is, whatever its score. */
  readonly isUsable: boolean;
  readonly isExpected: boolean;
}

/** A question with expected entities, and what was ranked for it. */
export interface SignalledQuestion<S extends string> {
  readonly id: string;
  /** Number of expected entities, ≥ 1. */
  readonly expected: number;
  /** In the order in which equal scores stay. */
  readonly entities: readonly SignalledEntity<S>[];
}

export interface RankingFigures {
  readonly 'precision@5': number;
  readonly mrr: number;
}

/** Figures of one question, as `judgeState` reckons them, if its entities are ranked by these weights. */
export function figuresUnder<S extends string>(
  { expected, entities }: SignalledQuestion<S>,
  weights: Weights<S>,
): RankingFigures {
  const names = Object.keys(weights) as S[];
  const scoreOf = ({ signals }: SignalledEntity<S>): number =>
    names.reduce((sum, name) => sum + weights[name] * signals[name], 0);
  const ranked = entities
    .map((entity) => ({ entity, score: scoreOf(entity) }))
    .sort((a, b) => Number(b.entity.isUsable) - Number(a.entity.isUsable) || b.score - a.score)
    .map(({ entity }) => entity.isExpected);
  const first = ranked.slice(0, Math.min(LISTED, expected));
  const rank = ranked.indexOf(true);
  return {
    'precision@5': first.length === 0 ? 0 : first.filter(Boolean).length / first.length,
    mrr: rank < 0 ? 0 : 1 / (rank + 1),
  };
}

/** Values that a weight is tried with, beside that of the anchor, 1. */
const GRID = [0, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6] as const;
/**
 * A step must gain as much as one question that goes from wrong to half right, shared among all questions: smaller gains are
 * mostly chance, and the weights before them stay. Chosen by hand.
 */
const LEAST_GAIN_OF_QUESTIONS = 0.5;
const MOST_ROUNDS = 20;
const RANDOM_STARTS = 4;

export interface TuningOptions<S extends string> {
  /** Where the search begins, and where it stays without a gain; its greatest weight is kept. */
  readonly start: Weights<S>;
  /** For the order of the signals, and for further starts. */
  readonly random: RandomSource;
}

/**
 * Weights with a high mean of precision@5 and MRR: coordinate ascent over a grid, from the given weights and from random points
 * of the simplex. The greatest of the given weights stays as it is, because only ratios matter.
 *
 * @throws RangeError without a question
 */
export function tuneWeights<S extends string>(
  questions: readonly SignalledQuestion<S>[],
  { start, random }: TuningOptions<S>,
): Weights<S> {
  if (questions.length === 0) throw new RangeError('there are no weights of no questions');
  const names = Object.keys(start) as S[];
  const anchor = names.reduce((best, name) => (start[name] > start[best] ? name : best));
  const leastGain = LEAST_GAIN_OF_QUESTIONS / questions.length;
  let best = climb(questions, start, anchor, random);
  for (let index = 0; index < RANDOM_STARTS; index += 1) {
    const other = climb(questions, randomWeights(names, anchor, start[anchor], random), anchor, random);
    if (other.gain > best.gain + leastGain) best = other;
  }
  return best.weights;
}

/** Uniform on the simplex (exponential spacings, Devroye 1986), scaled to the anchor. */
function randomWeights<S extends string>(
  names: readonly S[],
  anchor: S,
  value: number,
  random: RandomSource,
): Weights<S> {
  const draws = Object.fromEntries(names.map((name) => [name, -Math.log(1 - random())])) as Record<S, number>;
  const scale = value / Math.max(draws[anchor], 0.1);
  return Object.fromEntries(names.map((name) => [name, name === anchor ? value : draws[name] * scale])) as Record<
    S,
    number
  >;
}

function climb<S extends string>(
  questions: readonly SignalledQuestion<S>[],
  start: Weights<S>,
  anchor: S,
  random: RandomSource,
): { readonly weights: Weights<S>; readonly gain: number } {
  const leastGain = LEAST_GAIN_OF_QUESTIONS / questions.length;
  let weights = start;
  let gain = objective(questions, weights);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = gain;
    for (const name of shuffle(Object.keys(start) as S[], random)) {
      if (name === anchor) continue;
      for (const value of GRID) {
        const tried = { ...weights, [name]: value * start[anchor] };
        const reached = objective(questions, tried);
        if (reached > gain + leastGain) [weights, gain] = [tried, reached];
      }
    }
    if (gain === before) break;
  }
  return { weights, gain };
}

function objective<S extends string>(questions: readonly SignalledQuestion<S>[], weights: Weights<S>): number {
  let sum = 0;
  for (const question of questions) {
    const figures = figuresUnder(question, weights);
    sum += (figures['precision@5'] + figures.mrr) / 2;
  }
  return sum / questions.length;
}

export interface TuningFold<S extends string> {
  /** Questions that were held out. */
  readonly n: number;
  /** Tuned on the others. */
  readonly weights: Weights<S>;
  /** Of the questions that were held out. */
  readonly before: RankingFigures;
  readonly tuned: RankingFigures;
}

export interface TuningReport<S extends string> {
  readonly n: number;
  /** Tuned on all questions. */
  readonly weights: Weights<S>;
  readonly folds: readonly TuningFold<S>[];
  /** Over all questions, each under weights that were tuned without it. */
  readonly before: RankingFigures;
  readonly tuned: RankingFigures;
  readonly difference: RankingFigures;
  /** 95 % bootstrap intervals of the differences, question by question. */
  readonly ci95: Readonly<Record<keyof RankingFigures, Interval>>;
}

/**
 * Tunes weights, and tells by cross-validation what tuning gains on questions that it has not seen.
 *
 * @param folds ≥ 2
 * @throws RangeError for less questions than folds
 */
export function crossValidateWeights<S extends string>(
  questions: readonly SignalledQuestion<S>[],
  { folds, start, random }: TuningOptions<S> & { readonly folds: number },
): TuningReport<S> {
  if (!(folds >= 2 && questions.length >= folds)) {
    throw new RangeError(`${folds} folds need as many questions, got ${questions.length}`);
  }
  const shuffled = shuffle(questions, random);
  const pairs: { readonly before: RankingFigures; readonly tuned: RankingFigures }[] = [];
  const measured = Array.from({ length: folds }, (_, fold): TuningFold<S> => {
    const heldOut = shuffled.filter((_question, index) => index % folds === fold);
    const others = shuffled.filter((_question, index) => index % folds !== fold);
    const weights = tuneWeights(others, { start, random });
    const own = heldOut.map((question) => ({
      before: figuresUnder(question, start),
      tuned: figuresUnder(question, weights),
    }));
    pairs.push(...own);
    const figures = { before: meanOf(own.map(({ before }) => before)), tuned: meanOf(own.map(({ tuned }) => tuned)) };
    return { n: heldOut.length, weights, ...figures };
  });
  const before = meanOf(pairs.map((pair) => pair.before));
  const tuned = meanOf(pairs.map((pair) => pair.tuned));
  const interval = (metric: keyof RankingFigures): Interval =>
    bootstrapInterval(
      pairs.map((pair) => pair.tuned[metric] - pair.before[metric]),
      mean,
      { random },
    ) ?? [0, 0];
  return {
    n: questions.length,
    weights: tuneWeights(questions, { start, random }),
    folds: measured,
    before,
    tuned,
    difference: {
      'precision@5': tuned['precision@5'] - before['precision@5'],
      mrr: tuned.mrr - before.mrr,
    },
    ci95: { 'precision@5': interval('precision@5'), mrr: interval('mrr') },
  };
}

function meanOf(figures: readonly RankingFigures[]): RankingFigures {
  return {
    'precision@5': mean(figures.map((one) => one['precision@5'])) ?? 0,
    mrr: mean(figures.map(({ mrr }) => mrr)) ?? 0,
  };
}
