/** A probability that was given, and whether it came true. */
export interface Outcome {
  /** 0–1. */
  readonly probability: number;
  readonly actual: boolean;
}

/** P' = σ(slope · logit(P) + offset). */
export interface PlattScaling {
  /** > 0. */
  readonly slope: number;
  readonly offset: number;
}

export const IDENTITY_SCALING: PlattScaling = { slope: 1, offset: 0 };

/** Outcomes that the scaling as it was counts for: few of them move it little. */
const PRIOR_WEIGHT = 2;
const MAX_STEPS = 100;
const TOLERANCE = 1e-10;
/** A slope below would turn the order of claims around, or make all alike. */
const MIN_SLOPE = 0.05;
/** Probabilities of 0 and 1 have no logit. */
const EDGE = 1e-4;

export function logitOf(probability: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, probability));
  return Math.log(inside / (1 - inside));
}

export function applyPlatt({ slope, offset }: PlattScaling, probability: number): number {
  return 1 / (1 + Math.exp(-(slope * logitOf(probability) + offset)));
}

/**
 * Platt scaling of probabilities, with Platt's smoothed targets (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2). The fit uses Newton's
 * method with halved steps. A quadratic penalty holds it at the identity, so that a handful of outcomes does not overturn a
 * fit on thousands.
 *
 * Sources: Platt, "Probabilistic outputs for support vector machines", 1999; Lin, Lin and Weng, "A note on Platt's
 * probabilistic outputs for support vector machines", Machine Learning 68, 2007.
 *
 * @throws RangeError when one of the two outcomes does not occur
 */
export function fitPlatt(outcomes: readonly Outcome[]): PlattScaling {
  const positives = outcomes.filter(({ actual }) => actual).length;
  const negatives = outcomes.length - positives;
  if (positives === 0 || negatives === 0) throw new RangeError('a fit needs examples of both outcomes');
  const [high, low] = [(positives + 1) / (positives + 2), 1 / (negatives + 2)];
  const rows = outcomes.map(({ probability, actual }) => ({ x: logitOf(probability), target: actual ? high : low }));

  let scaling = IDENTITY_SCALING;
  let loss = lossOf(rows, scaling);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const direction = newtonDirection(rows, scaling);
    let length = 1;
    let next = moved(scaling, direction, length);
    let nextLoss = lossOf(rows, next);
    while (nextLoss > loss && length > TOLERANCE) {
      length /= 2;
      next = moved(scaling, direction, length);
      nextLoss = lossOf(rows, next);
    }
    const gained = loss - nextLoss;
    if (gained <= TOLERANCE) break;
    [scaling, loss] = [next, nextLoss];
  }
  return scaling;
}

interface Row {
  readonly x: number;
  readonly target: number;
}

/** Cross entropy and penalty. */
function lossOf(rows: readonly Row[], { slope, offset }: PlattScaling): number {
  const penalty = (PRIOR_WEIGHT / 2) * ((slope - 1) ** 2 + offset ** 2);
  // ln(1 + e^z) − t·z, written so that no exponential overflows.
  return rows.reduce((sum, { x, target }) => {
    const z = slope * x + offset;
    return sum + Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target * z;
  }, penalty);
}

function newtonDirection(rows: readonly Row[], { slope, offset }: PlattScaling): readonly [number, number] {
  let [gradientSlope, gradientOffset] = [PRIOR_WEIGHT * (slope - 1), PRIOR_WEIGHT * offset];
  let [curvatureSlope, curvatureBoth, curvatureOffset] = [PRIOR_WEIGHT, 0, PRIOR_WEIGHT];
  for (const { x, target } of rows) {
    const p = 1 / (1 + Math.exp(-(slope * x + offset)));
    const curvature = p * (1 - p);
    gradientSlope += (p - target) * x;
    gradientOffset += p - target;
    curvatureSlope += curvature * x * x;
    curvatureBoth += curvature * x;
    curvatureOffset += curvature;
  }
  const determinant = curvatureSlope * curvatureOffset - curvatureBoth ** 2;
  return [
    -(curvatureOffset * gradientSlope - curvatureBoth * gradientOffset) / determinant,
    -(curvatureSlope * gradientOffset - curvatureBoth * gradientSlope) / determinant,
  ];
}

function moved({ slope, offset }: PlattScaling, [bySlope, byOffset]: readonly [number, number], length: number) {
  return { slope: Math.max(MIN_SLOPE, slope + length * bySlope), offset: offset + length * byOffset };
}
