/** Features of one case, and whether it came true. */
export interface LabelledExample {
  /** As many for every example. */
  readonly features: readonly number[];
  readonly actual: boolean;
  /** How often it counts, > 0. Default 1. */
  readonly weight?: number;
}

export interface LogisticModel {
  readonly intercept: number;
  /** One of each feature, in their order. */
  readonly weights: readonly number[];
}

export interface LogisticFitOptions {
  /** Half the penalty on each squared weight, per unit of example weight, ≥ 0; the intercept is free. Default 1e-4. */
  readonly ridge?: number;
  /** Weights that may not fall below 0, where more of a feature cannot speak against the case. Default: all. */
  readonly nonNegative?: (feature: number) => boolean;
}

const DEFAULT_RIDGE = 1e-4;
const MAX_NEWTON_STEPS = 100;
const MAX_SWEEPS = 1_000;
/** Largest change of a coefficient at which it counts as found. */
const TOLERANCE = 1e-9;
/** Least curvature of an example: one that is certain would otherwise make the step infinite. */
const MIN_CURVATURE = 1e-6;

/**
 * Logistic regression with a ridge penalty and bounds at 0. It uses iteratively reweighted least squares and solves each
 * step by cyclic coordinate descent.
 *
 * Source: Friedman, Hastie and Tibshirani, "Regularization paths for generalized linear models via coordinate descent",
 * Journal of Statistical Software 33(1), 2010.
 *
 * @throws RangeError when examples differ in their number of features, or all came out alike
 */
export function fitLogistic(examples: readonly LabelledExample[], options: LogisticFitOptions = {}): LogisticModel {
  const { ridge = DEFAULT_RIDGE, nonNegative = () => true } = options;
  const size = requireComparable(examples);
  const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
  // Around their means the columns hardly depend on that of the intercept, and few sweeps suffice.
  const means = Array.from({ length: size }, (_, feature) =>
    examples.reduce((sum, { features, weight = 1 }) => sum + (weight * (features[feature] ?? 0)) / total, 0),
  );
  const rows = examples.map(({ features }) => [1, ...features.map((value, feature) => value - (means[feature] ?? 0))]);
  const coefficients = new Array<number>(size + 1).fill(0);
  const penaltyOf = (column: number): number => (column === 0 ? 0 : ridge * total);
  const boundOf = (column: number): number => (column > 0 && nonNegative(column - 1) ? 0 : -Infinity);

  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    const before = [...coefficients];
    const curvatures: number[] = [];
    // Distance of the working response from the current fit; kept up to date while coefficients move.
    const residuals = examples.map(({ actual, weight = 1 }, index) => {
      const probability = sigmoid(dot(rows[index] ?? [], coefficients));
      const curvature = Math.max(probability * (1 - probability), MIN_CURVATURE);
      curvatures.push(curvature * weight);
      return (Number(actual) - probability) / curvature;
    });
    descend(rows, curvatures, residuals, coefficients, { penaltyOf, boundOf });
    if (largestChange(before, coefficients) < TOLERANCE) break;
  }
  const [atMeans = 0, ...weights] = coefficients;
  return { intercept: atMeans - dot(weights, means), weights };
}

/** @returns 0–1 */
export function predictLogistic({ intercept, weights }: LogisticModel, features: readonly number[]): number {
  return sigmoid(intercept + dot(weights, features));
}

interface Constraints {
  readonly penaltyOf: (column: number) => number;
  readonly boundOf: (column: number) => number;
}

/** Solves the weighted least squares of one step in place: one coefficient after the other, until none moves. */
function descend(
  rows: readonly (readonly number[])[],
  curvatures: readonly number[],
  residuals: number[],
  coefficients: number[],
  { penaltyOf, boundOf }: Constraints,
): void {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let moved = 0;
    for (const [column, current] of coefficients.entries()) {
      let slope = 0;
      let curvature = penaltyOf(column);
      for (const [index, row] of rows.entries()) {
        const value = row[column] ?? 0;
        const weighted = (curvatures[index] ?? 0) * value;
        slope += weighted * ((residuals[index] ?? 0) + value * current);
        curvature += weighted * value;
      }
      if (curvature === 0) continue;
      const next = Math.max(boundOf(column), slope / curvature);
      const change = next - current;
      if (change === 0) continue;
      coefficients[column] = next;
      for (const [index, row] of rows.entries())
        residuals[index] = (residuals[index] ?? 0) - change * (row[column] ?? 0);
      moved = Math.max(moved, Math.abs(change));
    }
    if (moved < TOLERANCE) return;
  }
}

/** @returns the number of features */
function requireComparable(examples: readonly LabelledExample[]): number {
  const [first] = examples;
  if (!first || examples.every(({ actual }) => actual === first.actual)) {
    throw new RangeError('a fit needs examples of both outcomes');
  }
  const size = first.features.length;
  if (examples.some(({ features }) => features.length !== size)) {
    throw new RangeError(`every example must have ${size} features`);
  }
  return size;
}

function largestChange(before: readonly number[], after: readonly number[]): number {
  return after.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (before[index] ?? 0))), 0);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
