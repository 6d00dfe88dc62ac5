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
  /** What turns a score into a probability: σ(slope × score + offset). */
  readonly slope: number;
  readonly offset: number;
}

/** Standard deviations beyond which a feature says no more. */
const CLIP = 3;

/** @returns probability of support, 0–1; monotone in every feature, since each weight keeps its sign */
export function predictSupport(model: SupportModel, values: Readonly<Record<string, number>>): number {
  const score = model.features.reduce((sum, { name, mean, sd, weight }) => {
    const standardised = ((values[name] ?? mean) - mean) / sd;
    return sum + weight * Math.min(CLIP, Math.max(-CLIP, standardised));
  }, model.intercept);
  return probabilityOf(model, score);
}

/** The probability from which a claim counts as supported. */
export function supportThreshold(model: SupportModel): number {
  return probabilityOf(model, model.threshold);
}

function probabilityOf({ slope, offset }: SupportModel, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}
