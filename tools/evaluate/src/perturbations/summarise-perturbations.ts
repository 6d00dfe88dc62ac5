import {
  bootstrapInterval,
  mean,
  summariseMetrics,
  type Interval,
  type MetricSummary,
  type NamedMetrics,
  type RandomSource,
} from '@arbiter/evaluation';
import { ERROR_KINDS, type ErrorKind } from '../planting/errors/error-planter.js';

/** Verdicts of the validator on a planted sentence and on its two true counterparts. */
export interface JudgedPerturbation {
  readonly kind: ErrorKind;
  readonly handWritten: boolean;
  /** Whether each was accepted as supported. */
  readonly accepted: { readonly planted: boolean; readonly reworded: boolean; readonly original: boolean };
}

type Judged = readonly JudgedPerturbation[];

/** Fractions of 1. */
const METRICS = {
  /** Mean of the catch rates of the kinds that occur. */
  caught: (judged) => mean(ERROR_KINDS.flatMap((kind) => caughtOf(ofKind(judged, kind)) ?? [])),
  /** In sentences reworded by hand, whatever the kind. */
  caughtInHandWritten: (judged) => caughtOf(handWritten(judged)),
  /** True sentences that were not accepted / true sentences, untouched and reworded. */
  falseRejection: (judged) =>
    mean(judged.flatMap(({ accepted }) => [Number(!accepted.original), Number(!accepted.reworded)])),
  falseRejectionUntouched: (judged) => mean(judged.map(({ accepted }) => Number(!accepted.original))),
  /** By rule and by hand. */
  falseRejectionReworded: (judged) => mean(judged.map(({ accepted }) => Number(!accepted.reworded))),
  falseRejectionHandWritten: (judged) => mean(handWritten(judged).map(({ accepted }) => Number(!accepted.reworded))),
} satisfies NamedMetrics<JudgedPerturbation, string>;

type Summary = MetricSummary<keyof typeof METRICS>;

/** `n` counts planted errors. */
export interface PerturbationSummary extends Summary {
  readonly counts: Readonly<Record<ErrorKind, number>>;
  /** `caughtBy`: planted errors that were not accepted / planted errors, by kind. */
  readonly metrics: Summary['metrics'] & { readonly caughtBy: Readonly<Record<ErrorKind, number | null>> };
  readonly ci95: Summary['ci95'] & { readonly caughtBy: Readonly<Record<ErrorKind, Interval | null>> };
}

/** @param random for the resamples */
export function summarisePerturbations(judged: Judged, random: RandomSource): PerturbationSummary {
  const { n, metrics, ci95 } = summariseMetrics(judged, METRICS, random);
  return {
    n,
    counts: byKind((kind) => ofKind(judged, kind).length),
    metrics: { ...metrics, caughtBy: byKind((kind) => caughtOf(ofKind(judged, kind))) },
    ci95: { ...ci95, caughtBy: byKind((kind) => bootstrapInterval(ofKind(judged, kind), caughtOf, { random })) },
  };
}

function ofKind(judged: Judged, kind: ErrorKind): Judged {
  return judged.filter((one) => one.kind === kind);
}

function handWritten(judged: Judged): Judged {
  return judged.filter((one) => one.handWritten);
}

function caughtOf(judged: Judged): number | null {
  return mean(judged.map(({ accepted }) => Number(!accepted.planted)));
}

function byKind<T>(valueOf: (kind: ErrorKind) => T): Record<ErrorKind, T> {
  return Object.fromEntries(ERROR_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<ErrorKind, T>;
}
