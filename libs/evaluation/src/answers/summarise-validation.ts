import { bootstrapInterval, mean, type Interval, type RandomSource } from '../metrics/statistics.js';

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

/** Fractions of 1; null where the denominator is 0. */
export interface ValidationMetrics {
  /** Answers that were decided as their label says / answers. */
  readonly accuracy: number | null;
  /** Answers to show that were not / answers to show. */
  readonly wronglyRejected: number | null;
  /** Answers not to show that were / answers not to show. */
  readonly wronglyAccepted: number | null;
  /** Unsupported claims that were flagged / unsupported claims. */
  readonly claimsCaught: number | null;
  /** Supported claims that were flagged / supported claims. */
  readonly claimsWronglyFlagged: number | null;
  /** Mean confidence of answers to show, and of the others. */
  readonly confidenceToShow: number | null;
  readonly confidenceNotToShow: number | null;
}

export type ValidationMetric = keyof ValidationMetrics;

export interface ValidationSummary {
  /** Answers. */
  readonly n: number;
  readonly metrics: ValidationMetrics;
  /** 95 % bootstrap intervals over answers; null where the metric is. */
  readonly ci95: Readonly<Record<ValidationMetric, Interval | null>>;
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

const METRICS: Readonly<Record<ValidationMetric, (judged: Judged) => number | null>> = {
  accuracy: (judged) => mean(judged.map(({ accept, accepted }) => Number(accept === accepted))),
  wronglyRejected: (judged) => mean(toShow(judged).map(({ accepted }) => Number(!accepted))),
  wronglyAccepted: (judged) => mean(notToShow(judged).map(({ accepted }) => Number(accepted))),
  claimsCaught: (judged) => mean(claimsOf(judged, true).map(({ flagged }) => Number(flagged))),
  claimsWronglyFlagged: (judged) => mean(claimsOf(judged, false).map(({ flagged }) => Number(flagged))),
  confidenceToShow: (judged) => mean(toShow(judged).map(({ confidence }) => confidence)),
  confidenceNotToShow: (judged) => mean(notToShow(judged).map(({ confidence }) => confidence)),
};

/** @param random for the resamples */
export function summariseValidation(judged: Judged, random: RandomSource): ValidationSummary {
  return {
    n: judged.length,
    metrics: byMetric((metric) => METRICS[metric](judged)),
    ci95: byMetric((metric) => bootstrapInterval(judged, METRICS[metric], { random })),
    confusion: {
      shown: toShow(judged).filter(({ accepted }) => accepted).length,
      wronglyRejected: toShow(judged).filter(({ accepted }) => !accepted).length,
      wronglyAccepted: notToShow(judged).filter(({ accepted }) => accepted).length,
      rejected: notToShow(judged).filter(({ accepted }) => !accepted).length,
    },
  };
}

export const VALIDATION_METRICS = [
  'accuracy',
  'wronglyRejected',
  'wronglyAccepted',
  'claimsCaught',
  'claimsWronglyFlagged',
  'confidenceToShow',
  'confidenceNotToShow',
] as const satisfies readonly ValidationMetric[];

function byMetric<T>(valueOf: (metric: ValidationMetric) => T): Record<ValidationMetric, T> {
  return {
    accuracy: valueOf('accuracy'),
    wronglyRejected: valueOf('wronglyRejected'),
    wronglyAccepted: valueOf('wronglyAccepted'),
    claimsCaught: valueOf('claimsCaught'),
    claimsWronglyFlagged: valueOf('claimsWronglyFlagged'),
    confidenceToShow: valueOf('confidenceToShow'),
    confidenceNotToShow: valueOf('confidenceNotToShow'),
  };
}
