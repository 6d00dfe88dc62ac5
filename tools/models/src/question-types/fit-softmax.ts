/** A case to learn from: the features that it has, by their positions, and its class. */
export interface LabelledCase {
  /** Positions of the features that it has; the others it has not. */
  readonly features: readonly number[];
  /** Position of its class. */
  readonly actual: number;
  /** How much it counts, > 0. */
  readonly weight: number;
}

export interface SoftmaxOptions {
  readonly featureCount: number;
  readonly classCount: number;
  /** Weight of the squared weights in what is minimised; the biases are free. */
  readonly ridge: number;
  /** By feature, > 0: its squared weight counts 1 / scale² times the ridge, so that a large scale holds it loosely. Default 1. */
  readonly scales?: readonly number[];
  /** Steps, ≥ 1. Default 1,000. */
  readonly steps?: number;
}

/** Row per class: `bias[c]`, and `weights[c][f]`. */
export interface SoftmaxFit {
  readonly bias: readonly number[];
  readonly weights: readonly (readonly number[])[];
}

const DEFAULT_STEPS = 1_000;

/**
 * Multinomial logistic regression of binary features: minimises the weighted mean of the negative log-likelihood plus
 * `ridge`/2 times the squared weights, by accelerated gradient descent (Nesterov 1983) from zero. It descends in
 * coordinates in which a feature is worth its scale and all are held alike. The step is the inverse of a bound on the
 * curvature: half the largest squared length of a case, the bias included (Böhning 1992), plus the ridge.
 *
 * @throws RangeError without cases
 */
export function fitSoftmax(
  cases: readonly LabelledCase[],
  { featureCount, classCount, ridge, scales = [], steps = DEFAULT_STEPS }: SoftmaxOptions,
): SoftmaxFit {
  if (cases.length === 0) throw new RangeError('there is nothing to learn from no cases');
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const width = featureCount + 1;
  const values = Float64Array.from({ length: featureCount }, (_, feature) => scales[feature] ?? 1);
  const squaredLength = ({ features }: LabelledCase) => features.reduce((sum, f) => sum + (values[f] ?? 1) ** 2, 1);
  const step = 1 / (Math.max(...cases.map(squaredLength)) / 2 + ridge);
  let current = new Float64Array(classCount * width);
  let previous = current;
  for (let round = 1; round <= steps; round++) {
    const momentum = (round - 1) / (round + 2);
    const ahead = current.map((value, index) => value + momentum * (value - (previous[index] ?? 0)));
    const gradient = gradientAt(ahead, cases, { classCount, width, ridge, total, values });
    previous = current;
    current = ahead.map((value, index) => value - step * (gradient[index] ?? 0));
  }
  const rows = Array.from({ length: classCount }, (_, row) => [...current.subarray(row * width, (row + 1) * width)]);
  return {
    bias: rows.map((row) => row[featureCount] ?? 0),
    weights: rows.map((row) => row.slice(0, featureCount).map((weight, feature) => weight * (values[feature] ?? 1))),
  };
}

interface Coordinates {
  readonly classCount: number;
  /** Features, and the bias. */
  readonly width: number;
  readonly ridge: number;
  /** Sum of the weights of all cases. */
  readonly total: number;
  /** Values of the features where they are present. */
  readonly values: Float64Array;
}

function gradientAt(
  at: Float64Array,
  cases: readonly LabelledCase[],
  { classCount, width, ridge, total, values }: Coordinates,
): Float64Array {
  const gradient = at.map((value, index) => (index % width === width - 1 ? 0 : ridge * value));
  const powers = new Float64Array(classCount);
  for (const { features, actual, weight } of cases) {
    // Loops over typed arrays: this is all that fitting does.
    for (let row = 0; row < classCount; row++) {
      let score = at[row * width + width - 1] ?? 0;
      for (const feature of features) {
        score += (at[row * width + feature] ?? 0) * (values[feature] ?? 1);
      }
      powers[row] = score;
    }
    const highest = Math.max(...powers);
    let sum = 0;
    for (let row = 0; row < classCount; row++) sum += powers[row] = Math.exp((powers[row] ?? 0) - highest);
    for (let row = 0; row < classCount; row++) {
      const error = (((powers[row] ?? 0) / sum - Number(row === actual)) * weight) / total;
      gradient[row * width + width - 1] = (gradient[row * width + width - 1] ?? 0) + error;
      for (const feature of features) {
        gradient[row * width + feature] = (gradient[row * width + feature] ?? 0) + error * (values[feature] ?? 1);
      }
    }
  }
  return gradient;
}
