import { bootstrapInterval, mean, type Interval, type RandomSource } from '@arbiter/evaluation';
import { ERROR_KINDS, type ErrorKind } from '../planting/errors/error-planter.js';

/** Verdicts of the validator on a planted sentence and on its two true counterparts. */
export interface JudgedPerturbation {
  readonly kind: ErrorKind;
  readonly handWritten: boolean;
  /** Whether each was accepted as supported. */
  readonly accepted: { readonly planted: boolean; readonly reworded: boolean; readonly original: boolean };
}

/** Fractions of 1; null where the denominator is 0. */
export interface PerturbationMetrics {
  /** Mean of the catch rates of the kinds that occur. */
  readonly caught: number | null;
  /** Planted errors that were not accepted / planted errors, by kind. */
  readonly caughtBy: Readonly<Record<ErrorKind, number | null>>;
  /** The same in sentences reworded by hand, whatever the kind. */
  readonly caughtInHandWritten: number | null;
  /** True sentences that were not accepted / true sentences, untouched and reworded. */
  readonly falseRejection: number | null;
  readonly falseRejectionUntouched: number | null;
  /** By rule and by hand. */
  readonly falseRejectionReworded: number | null;
  readonly falseRejectionHandWritten: number | null;
}

export interface PerturbationSummary {
  /** Planted errors. */
  readonly n: number;
  readonly counts: Readonly<Record<ErrorKind, number>>;
  readonly metrics: PerturbationMetrics;
  /** 95 % bootstrap intervals over sentences; null where the metric is. */
  readonly ci95: Readonly<Record<Exclude<keyof PerturbationMetrics, 'caughtBy'>, Interval | null>> & {
    readonly caughtBy: Readonly<Record<ErrorKind, Interval | null>>;
  };
}

type Judged = readonly JudgedPerturbation[];

const METRICS: Readonly<Record<Exclude<keyof PerturbationMetrics, 'caughtBy'>, (judged: Judged) => number | null>> = {
  caught: (judged) => mean(ERROR_KINDS.flatMap((kind) => caughtOf(judged, kind) ?? [])),
  caughtInHandWritten: (judged) => mean(handWritten(judged).map(({ accepted }) => Number(!accepted.planted))),
  falseRejection: (judged) =>
    mean(judged.flatMap(({ accepted }) => [Number(!accepted.original), Number(!accepted.reworded)])),
  falseRejectionUntouched: (judged) => mean(judged.map(({ accepted }) => Number(!accepted.original))),
  falseRejectionReworded: (judged) => mean(judged.map(({ accepted }) => Number(!accepted.reworded))),
  falseRejectionHandWritten: (judged) => mean(handWritten(judged).map(({ accepted }) => Number(!accepted.reworded))),
};

/** @param random for the resamples */
export function summarisePerturbations(judged: Judged, random: RandomSource): PerturbationSummary {
  const interval = (statistic: (sample: Judged) => number | null): Interval | null =>
    bootstrapInterval(judged, statistic, { random });
  return {
    n: judged.length,
    counts: byKind((kind) => ofKind(judged, kind).length),
    metrics: {
      caught: METRICS.caught(judged),
      caughtBy: byKind((kind) => caughtOf(judged, kind)),
      caughtInHandWritten: METRICS.caughtInHandWritten(judged),
      falseRejection: METRICS.falseRejection(judged),
      falseRejectionUntouched: METRICS.falseRejectionUntouched(judged),
      falseRejectionReworded: METRICS.falseRejectionReworded(judged),
      falseRejectionHandWritten: METRICS.falseRejectionHandWritten(judged),
    },
    ci95: {
      caught: interval(METRICS.caught),
      caughtBy: byKind((kind) =>
        bootstrapInterval(ofKind(judged, kind), (sample) => caughtOf(sample, kind), { random }),
      ),
      caughtInHandWritten: interval(METRICS.caughtInHandWritten),
      falseRejection: interval(METRICS.falseRejection),
      falseRejectionUntouched: interval(METRICS.falseRejectionUntouched),
      falseRejectionReworded: interval(METRICS.falseRejectionReworded),
      falseRejectionHandWritten: interval(METRICS.falseRejectionHandWritten),
    },
  };
}

function ofKind(judged: Judged, kind: ErrorKind): Judged {
  return judged.filter((one) => one.kind === kind);
}

function handWritten(judged: Judged): Judged {
  return judged.filter((one) => one.handWritten);
}

function caughtOf(judged: Judged, kind: ErrorKind): number | null {
  return mean(ofKind(judged, kind).map(({ accepted }) => Number(!accepted.planted)));
}

function byKind<T>(valueOf: (kind: ErrorKind) => T): Record<ErrorKind, T> {
  return {
    number: valueOf('number'),
    unit: valueOf('unit'),
    date: valueOf('date'),
    name: valueOf('name'),
    'role-swap': valueOf('role-swap'),
    negation: valueOf('negation'),
    comparative: valueOf('comparative'),
  };
}
