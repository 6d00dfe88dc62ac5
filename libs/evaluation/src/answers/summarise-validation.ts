import { summariseMetrics, type MetricSummary, type NamedMetrics } from '../metrics/named-metrics.js';
import { mean, type RandomSource } from '../metrics/statistics.js';

/** A labelled answer with what the validator made of it. */
export interface JudgedValidation {
  /** Whether it should be shown. */
  readonly accept: boolean;
  /** Whether the validator would show it. */
  readonly accepted: boolean;
  /** 0–1. */
  readonly confidence: number;
  /** Claims by what is true of them and what the validator said. */
  readonly claims: readonly { readonly unsupported: boolean; readonly flagged: boolean }[];
}

/** Fractions of 1. */
export const VALIDATION_METRICS = [
  'accuracy',
  'wronglyRejected',
  'wronglyAccepted',
  'claimsCaught',
  'claimsWronglyFlagged',
  'confidenceToShow',
  'confidenceNotToShow',
] as const;
type ValidationMetric = (typeof VALIDATION_METRICS)[number];

/** Over answers. */
export interface ValidationSummary extends MetricSummary<ValidationMetric> {
  /** Answers by label and decision. */
  readonly confusion: {
    readonly shown: number;
    readonly wronglyRejected: number;
    readonly wronglyAccepted: number;
    readonly rejected: number;
  };
}

type Judged = readonly JudgedValidation[];

const toShow = (judged: Judged): Judged => judged.filter(({ accept }) => accept);
const notToShow = (judged: Judged): Judged => judged.filter(({ accept }) => !accept);
const claimsOf = (judged: Judged, unsupported: boolean) =>
  judged.flatMap(({ claims }) => claims.filter((claim) => claim.unsupported === unsupported));

const METRICS: NamedMetrics<JudgedValidation, ValidationMetric> = {
  /** Answers that were decided as their label says / answers. */
  accuracy: (judged) => mean(judged.map(({ accept, accepted }) => Number(accept === accepted))),
  /** Answers to show that were not / answers to show. */
  wronglyRejected: (judged) => mean(toShow(judged).map(({ accepted }) => Number(!accepted))),
  /** Answers not to show that were / answers not to show. */
  wronglyAccepted: (judged) => mean(notToShow(judged).map(({ accepted }) => Number(accepted))),
  /** Unsupported claims that were flagged / unsupported claims. */
  claimsCaught: (judged) => mean(claimsOf(judged, true).map(({ flagged }) => Number(flagged))),
  /** Supported claims that were flagged / supported claims. */
  claimsWronglyFlagged: (judged) => mean(claimsOf(judged, false).map(({ flagged }) => Number(flagged))),
  confidenceToShow: (judged) => mean(toShow(judged).map(({ confidence }) => confidence)),
  confidenceNotToShow: (judged) => mean(notToShow(judged).map(({ confidence }) => confidence)),
};

/** @param random for the resamples */
export function summariseValidation(judged: Judged, random: RandomSource): ValidationSummary {
  return {
    ...summariseMetrics(judged, METRICS, random),
    confusion: {
      shown: toShow(judged).filter(({ accepted }) => accepted).length,
      wronglyRejected: toShow(judged).filter(({ accepted }) => !accepted).length,
      wronglyAccepted: notToShow(judged).filter(({ accepted }) => accepted).length,
      rejected: notToShow(judged).filter(({ accepted }) => !accepted).length,
    },
  };
}
