import type { SupportScaling } from '@arbiter/grounding';
import { roundTo } from '../command.js';
import type { FittedScore } from './fit-support.js';

export interface FittedModel {
  readonly score: FittedScore;
  readonly threshold: number;
  readonly calibration: SupportScaling;
}

export interface ModelProvenance {
  /** Of the fit, YYYY-MM-DD. */
  readonly date: string;
  /** Of the model with vectors and of that of words, one line each. */
  readonly figures: readonly string[];
}

/** What a model was fitted on. */
export interface SetProvenance {
  readonly name: string;
  readonly used: number;
  readonly available: number;
  readonly weight: number;
  readonly origin: string;
  /** Of its file, hexadecimal. */
  readonly sha256: string;
}

/** The content of the file that the model ships in, before it is formatted. */
export function supportModelFile(withVectors: FittedModel, byWords: FittedModel, provenance: ModelProvenance): string {
  const { date, figures } = provenance;
  return `import type { SupportModel } from './predict-support.js';

/**
 * Written by tools/models on ${date}, of the sets in support-model.sets.json; its README has the command. Similarities may only count for a claim, and
 * mismatches only against it; threshold and calibration are of the development sets.
 *
${figures.map((line) => ` * - ${line}`).join('\n')}
 */
export const SUPPORT_MODELS: { readonly withVectors: SupportModel; readonly byWords: SupportModel } = {
  withVectors: ${literalOf(withVectors)},
  byWords: ${literalOf(byWords)},
};
`;
}

function literalOf({ score, threshold, calibration }: FittedModel): string {
  const { offset, slope, knee, bend } = calibration;
  return JSON.stringify({
    intercept: round(score.intercept),
    features: score.features.map(({ name, mean, sd, weight }) => ({
      name,
      mean: round(mean),
      sd: round(sd),
      weight: round(weight),
    })),
    threshold: round(threshold),
    calibration: { offset: round(offset), slope: round(slope), knee: round(knee), bend: round(bend) },
  });
}

function round(value: number): number {
  return roundTo(value, 4);
}
