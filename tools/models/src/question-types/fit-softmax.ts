import { seededRandom, shuffle } from '@arbiter/evaluation';

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
  /** How often all cases are seen, ≥ 1. Default 15. */
  readonly epochs?: number;
}

/** Of class c: `bias[c]`, and `weights[f][c]` of feature f. */
export interface SoftmaxFit {
  readonly bias: readonly number[];
  readonly weights: readonly (readonly number[])[];
}

const DEFAULT_EPOCHS = 15;
const SEED = 7;
/** Of a step, in nats: falls from the first to the last in a straight line. */
const [FIRST_STEP, LAST_STEP] = [0.31, 0.01];

/**
 * Multinomial logistic regression of binary features: minimises the weighted mean of the negative log-likelihood plus
 * `ridge`/2 times the squared weights, by adaptive gradients (Duchi et al. 2011), which give a rare feature the longer steps.
 * The ridge of a feature is paid where it is seen. The same cases give the same fit.
 *
 * @throws RangeError without cases
 */
export function fitSoftmax(
  cases: readonly LabelledCase[],
  { featureCount, classCount, ridge, epochs = DEFAULT_EPOCHS }: SoftmaxOptions,
): SoftmaxFit {
  if (cases.length === 0) throw new RangeError('there is nothing to learn from no cases');
  const meanWeight = cases.reduce((sum, { weight }) => sum + weight, 0) / cases.length;
  const ridges = new Float64Array(featureCount);
  for (const { features } of cases) for (const feature of features) ridges[feature] = (ridges[feature] ?? 0) + 1;
  for (const [feature, seen] of ridges.entries()) ridges[feature] = (ridge * cases.length) / seen;
  // A row of classes per feature, the biases last.
  const biases = featureCount * classCount;
  const fitted = new Float64Array(biases + classCount);
  const squares = new Float64Array(biases + classCount).fill(1e-3);
  const errors = new Float64Array(classCount);
  const random = seededRandom(SEED);
  const rowed = cases.map(({ features, actual, weight }) => {
    const rows = [...features.map((feature) => feature * classCount), biases];
    return { rows, actual, weight: weight / meanWeight };
  });
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = LAST_STEP + (FIRST_STEP - LAST_STEP) * (1 - epoch / epochs);
    for (const { rows, actual, weight } of shuffle(rowed, random)) {
      // Loops over typed arrays: this is all that fitting does.
      errors.fill(0);
      for (const row of rows) {
        for (let c = 0; c < classCount; c++) errors[c] = (errors[c] ?? 0) + (fitted[row + c] ?? 0);
      }
      const highest = Math.max(...errors);
      let sum = 0;
      for (let c = 0; c < classCount; c++) sum += errors[c] = Math.exp((errors[c] ?? 0) - highest);
      for (let c = 0; c < classCount; c++) errors[c] = ((errors[c] ?? 0) / sum - Number(c === actual)) * weight;
      for (const row of rows) {
        const held = ridges[row / classCount] ?? 0;
        for (let at = row; at < row + classCount; at++) {
          const gradient = (errors[at - row] ?? 0) + held * (fitted[at] ?? 0);
          const square = (squares[at] ?? 0) + gradient ** 2;
          squares[at] = square;
          fitted[at] = (fitted[at] ?? 0) - (step * gradient) / Math.sqrt(square);
        }
      }
    }
  }
  const rowOf = (feature: number): number[] => [...fitted.subarray(feature * classCount, (feature + 1) * classCount)];
  return { bias: rowOf(featureCount), weights: Array.from({ length: featureCount }, (_, feature) => rowOf(feature)) };
}
