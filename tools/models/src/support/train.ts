import { expectedCalibrationError } from '@arbiter/evaluation';
import { FEATURE_SIGNS, REFUTED, scaledProbability, type SupportScaling } from '@arbiter/grounding';
import type { FeatureRow } from './extract-features.js';
import {
  accuracyAt,
  areaOf,
  calibrate,
  chooseThreshold,
  fitScore,
  isDecided,
  scoreOf,
  scoreOfRow,
  type FittedScore,
  type ScoredPair,
  type Signs,
} from './fit-support.js';
import type { FittedModel } from './support-model-file.js';
import { DEVELOPMENT_SETS, TRAINING_SETS, VECTOR_FEATURES } from './training-sets.js';

/** How a model does on a set. */
export interface SetFigures {
  readonly set: string;
  readonly pairs: number;
  /** At the threshold of the development sets, and area under the ROC curve; both 0–1. */
  readonly balancedAccuracy: number;
  readonly auroc: number;
}

export interface TrainedModel extends FittedModel {
  readonly development: readonly SetFigures[];
  /** Expected calibration error of each half of the development sets when the other half calibrates, together; 0–1. */
  readonly calibrationError: number;
  /** Of models that saw neither the set nor anything made from it: what to expect of an unseen set. */
  readonly heldOut: readonly SetFigures[];
}

const ALL_FEATURES: Signs = FEATURE_SIGNS;
const WORD_FEATURES: Signs = Object.fromEntries(
  Object.entries(ALL_FEATURES).filter(([name]) => !VECTOR_FEATURES.includes(name)),
);
/** Sets with both classes, made by others: pairs made by rule are too easy to be informative. */
const HELD_OUT = ['scifact', 'wice', 'fever', 'summedits', 'halueval', 'fm2'];

/** @param available pairs of each set before it was thinned out */
export function trainModels(
  rows: readonly FeatureRow[],
  available: ReadonlyMap<string, number>,
): { readonly withVectors: TrainedModel; readonly byWords: TrainedModel } {
  return {
    withVectors: train(rows, available, ALL_FEATURES),
    byWords: train(rows, available, WORD_FEATURES),
  };
}

function train(rows: readonly FeatureRow[], available: ReadonlyMap<string, number>, signs: Signs): TrainedModel {
  const fit = (held: string | null): { score: FittedScore; threshold: number; development: FeatureRow[][] } => {
    const kept = rows.filter(({ origin }) => origin !== held);
    const score = fitScore(kept, TRAINING_SETS, signs, available);
    const development = DEVELOPMENT_SETS.map(({ name }) => kept.filter(({ set }) => set === name)).filter(
      (pairs) => pairs.length > 0,
    );
    return { score, threshold: chooseThreshold(development.map((pairs) => scored(score, pairs))), development };
  };
  const { score, threshold, development } = fit(null);
  return {
    score,
    threshold,
    calibration: calibrateOn(score, development),
    calibrationError: calibrationErrorOf(score, development),
    development: development.map((pairs) => figuresOf(pairs[0]?.set ?? '', scored(score, pairs), threshold)),
    heldOut: HELD_OUT.map((held) => {
      const without = fit(held);
      const pairs = rows.filter(({ origin, kind, set }) => origin === held && kind === null && set !== 'wice_partial');
      return figuresOf(held, scored(without.score, pairs), without.threshold);
    }),
  };
}

/** Fits the calibration; claims that rules decide have their probability from the rules. */
function calibrateOn(score: FittedScore, sets: readonly (readonly FeatureRow[])[]): SupportScaling {
  return calibrate(
    sets.map((rows) =>
      scored(
        score,
        rows.filter((row) => !isDecided(row)),
      ),
    ),
  );
}

function calibrationErrorOf(score: FittedScore, sets: readonly (readonly FeatureRow[])[]): number {
  const halves = [0, 1].map((half) => sets.map((rows) => rows.filter((_, index) => index % 2 === half)));
  const forecasts = halves.flatMap((kept, half) => {
    const scaling = calibrateOn(score, halves[1 - half] ?? []);
    return kept.flat().map((row) => ({ probability: probabilityOf(row, score, scaling), actual: row.supported }));
  });
  return expectedCalibrationError(forecasts, { binning: 'equal-width' }) ?? Number.NaN;
}

function probabilityOf({ parts }: FeatureRow, score: FittedScore, scaling: SupportScaling): number {
  const probabilities = parts.map(({ features, decided }) => {
    const probability = scaledProbability(scaling, scoreOf(score, { ...features }));
    return decided === 'stated' ? 1 : decided === 'refuted' ? Math.min(probability, REFUTED) : probability;
  });
  return Math.min(...probabilities);
}

function scored(score: FittedScore, rows: readonly FeatureRow[]): ScoredPair[] {
  return rows.map((row) => ({ score: scoreOfRow(score, row), supported: row.supported }));
}

function figuresOf(set: string, pairs: readonly ScoredPair[], threshold: number): SetFigures {
  return {
    set,
    pairs: pairs.length,
    balancedAccuracy: accuracyAt(pairs, threshold),
    auroc: areaOf(pairs),
  };
}
