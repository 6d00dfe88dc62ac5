/** Logistic regression over standardised features. */
export interface SupportModel {
  readonly intercept: number;
  readonly features: readonly {
    readonly name: string;
    readonly mean: number;
    readonly sd: number;
    readonly weight: number;
  }[];
  /** Score from which a claim counts as supported. */
  readonly threshold: number;
  readonly calibration: SupportScaling;
}

/**
 * What turns a score into a probability: σ(offset + slope × score + bend × max(0, score − knee)). Low scores tell less from
 * one another than high ones do: a single slope is too sure of them.
 */
export interface SupportScaling {
  readonly offset: number;
  /** ≥ 0, as is the bend. */
  readonly slope: number;
  readonly knee: number;
  readonly bend: number;
}

/** Standard deviations beyond which a feature says no more. */
const CLIP = 3;

/** @returns probability of support, 0–1; monotone in every feature, since each weight keeps its sign */
export function predictSupport(model: SupportModel, values: Readonly<Record<string, number>>): number {
  const score = model.features.reduce((sum, { name, mean, sd, weight }) => {
    const standardised = ((values[name] ?? mean) - mean) / sd;
    return sum + weight * Math.min(CLIP, Math.max(-CLIP, standardised));
  }, model.intercept);
  return scaledProbability(model.calibration, score);
}

/** The probability from which a claim counts as supported. */
export function supportThreshold(model: SupportModel): number {
  return scaledProbability(model.calibration, model.threshold);
}

/** @returns probability of a score, 0–1 */
export function scaledProbability({ offset, slope, knee, bend }: SupportScaling, score: number): number {
  return 1 / (1 + Math.exp(-(offset + slope * score + bend * Math.max(0, score - knee))));
}
